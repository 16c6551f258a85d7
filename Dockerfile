# The service (docs/service.md): not root, nothing written but the state. docker/check does these steps without Docker.
FROM python:3.11-slim AS build
COPY . /source
RUN python -m venv /opt/sanitizer && \
    /opt/sanitizer/bin/pip install --no-cache-dir --constraint /source/.ci/constraints.txt \
    "/source[service,tables,documents,postgres]"

FROM python:3.11-slim
COPY --from=build /opt/sanitizer /opt/sanitizer
RUN useradd --system --uid 10001 --no-create-home sanitizer && install -d -m 0700 -o sanitizer /state
ENV PATH=/opt/sanitizer/bin:$PATH PYTHONDONTWRITEBYTECODE=1 SANITIZER_CACHE=/state/cache NUMBA_CACHE_DIR=/state/numba
USER sanitizer
VOLUME /state
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://localhost:8000/readyz', timeout=4)"]
ENTRYPOINT ["sanitizer", "serve", "--host", "0.0.0.0", "--port", "8000", "--state", "/state/jobs"]
CMD ["--keys", "/run/secrets/keys", "--key-file", "/run/secrets/key"]
