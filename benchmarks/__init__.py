"""Speed, as ratios beside peers measured in the same run. One module a hot path."""
