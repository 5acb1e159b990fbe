"""From the result files of evaluation tools to cycles; one module for each tool."""
