#!/usr/bin/env bash
# Tries compose.yaml, or the units, on a machine that may be thrown away: `ops/try_image.sh containers` or `... units`.
# Run it as root in a checkout: Debian 13 with podman, podman-compose and mmdebstrap for containers; for units Debian
# with python3-venv, postgresql, redis-server and caddy. Base images come from the registry, or else from Debian.
set -euo pipefail
cd "$(dirname "$0")/.."
host=league.localhost
registry=docker.io/library
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

ready() { curl -sk -o /dev/null -m 70 -w '%{http_code}' --resolve "$host:443:127.0.0.1" "https://$host/readyz" || true; }

# Asks for pages through the proxy, one after the other, until told to stop, and counts the answers.
keep_asking() {
    touch "$work/asking"
    while [ -e "$work/asking" ]; do ready; echo; sleep 0.3; done | sort | uniq -c >"$work/answers" &
}

stop_asking() {
    rm "$work/asking"
    wait
    cat "$work/answers"
}

from_debian() { # NAME, packages and the lines that follow
    podman build -q -t "$registry/$1" -f - "$work" <<END
FROM $registry/debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends $2 && rm -rf /var/lib/apt/lists/*
$3
END
}

base() { podman image exists "$registry/$1" || podman pull -q "$registry/$1" || "make_${1%%:*}"; }

make_debian() {
    mmdebstrap --variant=minbase --include=ca-certificates bookworm - | podman import -q - "$registry/debian:bookworm-slim"
}

make_python() { # compiled from the source that Debian 13 has
    from_debian python:3.13-slim-bookworm "build-essential libssl-dev zlib1g-dev libffi-dev libsqlite3-dev libbz2-dev liblzma-dev xz-utils dpkg-dev" \
        'RUN sed "s/^deb /deb-src /; s/bookworm/trixie/" /etc/apt/sources.list > /etc/apt/sources.list.d/source.list && apt-get update \
    && cd /usr/src && apt-get source --download-only python3.13 && tar -xf python3.13_*.orig.tar.xz --strip-components=1 \
    && ./configure --with-ensurepip=install > /dev/null && make -s -j2 && make -s install \
    && ln -s python3.13 /usr/local/bin/python && ln -sf pip3.13 /usr/local/bin/pip && rm -rf /usr/src/*'
}

make_postgres() {
    from_debian postgres:15 postgresql 'ENV PATH=/usr/lib/postgresql/15/bin:/usr/bin:/bin PGDATA=/var/lib/postgresql/data
STOPSIGNAL SIGINT
ENTRYPOINT ["bash", "-euc", "mkdir -p $PGDATA; chown postgres $PGDATA; as=\"setpriv --reuid postgres --regid postgres --clear-groups\"; if [ ! -s $PGDATA/PG_VERSION ]; then echo $POSTGRES_PASSWORD > /tmp/password; $as initdb -U $POSTGRES_USER --pwfile /tmp/password --auth-local trust --auth-host scram-sha-256; echo host all all all scram-sha-256 >> $PGDATA/pg_hba.conf; $as pg_ctl -w -o \"-c listen_addresses=\" start; $as createdb -U $POSTGRES_USER $POSTGRES_DB; $as pg_ctl -w stop; fi; exec $as postgres -c listen_addresses=*"]'
}

make_redis() {
    from_debian redis:7 redis-server 'ENTRYPOINT ["sh", "-c", "exec \"$@\" --protected-mode no --bind 0.0.0.0", "sh"]'
}

make_caddy() {
    from_debian caddy:2 caddy 'ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]'
}

named() { podman ps -aq --filter "label=com.docker.compose.service=$1"; }

containers() {
    podman image exists "$registry/python:3.13-slim-bookworm" || base debian:bookworm-slim
    for image in python:3.13-slim-bookworm postgres:15 redis:7 caddy:2; do base "$image"; done
    umask 077
    [ -e .env ] || for name in SECRET_KEY SIGNING_KEY POSTGRES_PASSWORD; do
        echo "$name=$(python3 -c 'import secrets; print(secrets.token_hex(32))')"
    done >.env
    grep -q SITE_HOST .env || echo "SITE_HOST=$host" >>.env
    podman compose up -d --build </dev/null
    echo "up: $(ready)"
    podman exec "$(named site)" python manage.py backup var/backups/today.backup
    for service in site events worker playing-worker thinking-worker redis postgres caddy; do
        kill -9 "$(podman inspect -f '{{.State.Pid}}' "$(named $service)")"
        sleep 3
        echo "$service killed: $(ready), $(podman inspect -f '{{.State.Status}}' "$(named $service)")"
    done
    keep_asking
    podman compose build </dev/null
    podman compose stop site events worker playing-worker thinking-worker </dev/null
    podman compose up -d --force-recreate migrate site events worker playing-worker thinking-worker </dev/null
    stop_asking
    podman exec "$(named site)" python manage.py check_careers
}

units() {
    for unit in corner-office corner-office-events corner-office-worker corner-office-playing corner-office-thinking \
        redis-server caddy postgresql@15-main; do
        systemctl kill -s KILL --kill-who=main "$unit"
        sleep 3
        until systemctl -q is-active "$unit"; do sleep 1; done
        echo "$unit killed: $(ready)"
    done
    systemctl start corner-office-backup
    ls -l var/backups
    keep_asking
    systemctl restart corner-office
    stop_asking
}

"$1"
