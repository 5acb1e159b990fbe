# The service: `docker build -t netnew .`. It reads the definitions in Python; verdicts are the same as
# with the crate.
FROM python:3.12-slim

WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY src ./src
RUN pip install --no-cache-dir ".[http,postgres]" \
    && useradd --create-home --uid 10001 netnew \
    && install -d -o netnew /data

USER netnew
WORKDIR /data
# Segments of bases, and the SQLite file where no other database is named.
ENV NETNEW_HOME=/data
VOLUME /data
EXPOSE 8765
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8765/ready')"]
# Signals reach it directly: it finishes what it took, then ends.
STOPSIGNAL SIGTERM
ENTRYPOINT ["netnew"]
CMD ["serve", "--host", "0.0.0.0", "--workers", "2"]
