"""Settings of the whole site, decided by the environment.

Four ways to run:

* *Local*, nothing set: answers to this machine only, with its own secret kept in `var/secret-key`. Safe
  because nobody else can reach it. `python3 run.py` and every command work without preparation.
* *Hall*, `HALL_HOSTS` as `run.py hall` sets it: local, and for everybody in the network of a laptop. It is for one
  tournament of one day.
* *Debug*, `DEBUG=true`: the same with Django's error pages.
* *Production*, as soon as SECRET_KEY or ALLOWED_HOSTS is set or DEBUG is switched off by name: refuses to
  start on a value that is missing or unsafe and says which. Expects a proxy in front that speaks TLS, sets
  X-Forwarded-Proto itself and appends to X-Forwarded-For.

DATABASE_URL, REDIS_URL and EMAIL_URL only choose where things are kept and work in every way.
"""

import os
import re
import secrets
import sys
import tomllib
from importlib.util import find_spec
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import available_timezones

import django_stubs_ext
import environ
from django.core.exceptions import ImproperlyConfigured
from django.http.request import validate_host
from django.utils.module_loading import import_string

from league.config import schedule
from league.config.logs import log_lines
from league.core.rules.waits import OTHERS, SITE

BASE_DIR = Path(__file__).resolve().parents[2]
VERSION: str = tomllib.loads((BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
LOOPBACK = ["127.0.0.1", "localhost", "[::1]"]

django_stubs_ext.monkeypatch()
env = environ.Env()
VAR_DIR = Path(env.str("VAR_DIR", "") or BASE_DIR / "var")

DEBUG = env.bool("DEBUG", False)
LOCAL = DEBUG or not {"DEBUG", "SECRET_KEY", "ALLOWED_HOSTS"} & os.environ.keys()


def local_secret() -> str:
    path = VAR_DIR / "secret-key"
    VAR_DIR.mkdir(exist_ok=True)
    try:
        with path.open("x", encoding="ascii") as file:
            path.chmod(0o600)
            file.write(secrets.token_urlsafe(64))
    except FileExistsError:
        pass
    return path.read_text(encoding="ascii")


SECRET_KEY = env.str("SECRET_KEY", "") or (local_secret() if LOCAL else "")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])  # earlier keys, while they are replaced
SIGNING_KEY = env.str("SIGNING_KEY", "").lower()  # signs heads and passports; empty: one kept in var/signing-key
HALL_HOSTS = env.list("HALL_HOSTS", default=[]) if LOCAL else []  # of a laptop that runs a tournament in a hall
HALL_COPIES = env.str("HALL_COPIES", "") if HALL_HOSTS else ""  # the folder where it saves itself, such as a stick
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[*LOOPBACK, *HALL_HOSTS] if LOCAL else [])
if HALL_HOSTS:
    SECURE_CROSS_ORIGIN_OPENER_POLICY = None  # browsers would warn of it: a hall has no https
hosts = [host.lstrip(".") for host in ALLOWED_HOSTS if host not in LOOPBACK] or LOOPBACK
usual = f"http://127.0.0.1:{os.environ.get('PORT') or 8000}" if LOCAL else f"https://{hosts[0]}"
SITE_URL = env.str("SITE_URL", "").rstrip("/") or usual
site = urlsplit(SITE_URL)
# Where pages hear of changes: a path, an address, or a port of the host they came by. "": nowhere, they ask themselves.
EVENTS_URL = env.str("EVENTS_URL", f":{int(os.environ.get('PORT') or 8000) + 1}/events/" if LOCAL else "/events/")
# That one address holds at once. A hall of players behind one router holds some hundreds; pages beyond ask themselves.
STREAMS_PER_ADDRESS = env.int("STREAMS_PER_ADDRESS", 2_000)
SITE_NAME = " ".join(env.str("SITE_NAME", "").split())[:120] or "Corner Office"  # what passports call this installation

unsafe = []
if not re.fullmatch(r"(https://|mailto:)\S+|", env.str("SECURITY_CONTACT", "")):
    unsafe.append("SECURITY_CONTACT must be https://... or mailto:..., where holes of this site are reported.")
if len(SECRET_KEY) < 50 or len(set(SECRET_KEY)) < 10 or SECRET_KEY.startswith("django-insecure-"):
    unsafe.append("SECRET_KEY must be set to 50 or more random characters.")
if not re.fullmatch(r"[0-9a-f]{64}|", SIGNING_KEY):
    unsafe.append("SIGNING_KEY must be 64 hexadecimal digits, or empty.")
if not ALLOWED_HOSTS or "*" in ALLOWED_HOSTS:
    unsafe.append("ALLOWED_HOSTS must name the hosts of this site, separated by commas; * is not accepted.")
if DEBUG and not set(ALLOWED_HOSTS) <= {*LOOPBACK, "testserver"}:
    unsafe.append("DEBUG must be off where ALLOWED_HOSTS names more than this machine.")
at_home = LOCAL or (site.scheme == "https" and validate_host(site.hostname or "", ALLOWED_HOSTS or ["*"]))
if not at_home or not re.fullmatch(r"https?://[^/?#@\s]+", SITE_URL):
    unsafe.append("SITE_URL must be the https address of this site, one of the allowed hosts, and nothing after it.")
if not re.fullmatch(r"(:\d+/|https?://[^/?#@\s]+/|/)events/|", EVENTS_URL):
    unsafe.append("EVENTS_URL must be /events/, :PORT/events/, the address of another host with /events/, or empty.")
METRICS_FROM = env.list("METRICS_FROM", default=[])
METRICS_TOKEN = env.str("METRICS_TOKEN", "")
try:
    METRICS_FROM = [ip_network(network) for network in METRICS_FROM]
except ValueError as error:
    unsafe.append(f"METRICS_FROM must name networks such as 10.0.0.0/8, separated by commas: {error}.")
reads_photos = find_spec("cv2") is not None  # the extra `photo`
OPTIONAL_APPS = env.list("OPTIONAL_APPS", default=["forecasts", "lab", "reports", *["photo"] * reads_photos])
if not {*OPTIONAL_APPS} <= {"forecasts", "lab", "photo", "reports"}:
    unsafe.append("OPTIONAL_APPS must name forecasts, lab, photo or reports, separated by commas, or be empty.")
if "photo" in OPTIONAL_APPS and not reads_photos:
    unsafe.append("OPTIONAL_APPS names photo, which needs OpenCV: install the extra photo.")
if "reports" in OPTIONAL_APPS and "forecasts" not in OPTIONAL_APPS:
    unsafe.append("OPTIONAL_APPS names reports, which need forecasts.")
# Where people may sign in instead: each with everything that it needs, or absent.
SIGN_IN_PROVIDERS: list[dict[str, Any]] = []
for key, kind, name, server in (
    ("DISCORD", "discord", "Discord", ""),
    ("GOOGLE", "openid_connect", "Google", "https://accounts.google.com"),
    ("OIDC", "openid_connect", env.str("OIDC_NAME", ""), env.str("OIDC_SERVER", "").rstrip("/")),
):
    needed = {f"{key}_CLIENT_{part}": env.str(f"{key}_CLIENT_{part}", "") for part in ("ID", "SECRET")}
    if key == "OIDC":
        needed |= {"OIDC_NAME": name, "OIDC_SERVER": server}
    if missing := [variable for variable, value in needed.items() if not value]:
        if len(missing) < len(needed):
            unsafe.append(f"Signing in by {key} needs {', '.join(missing)} as well.")
        continue
    safe = r"https://[^/?#@\s]+(/[^?#\s]*)?" + r"|http://(127\.0\.0\.1|localhost):\d+" * LOCAL
    if server and not re.fullmatch(safe, server):
        unsafe.append("OIDC_SERVER must be the https address of the provider, its issuer, without ? and #.")
    SIGN_IN_PROVIDERS.append(
        {
            "provider": kind,
            "provider_id": key.lower(),
            "name": name,
            "client_id": needed[f"{key}_CLIENT_ID"],
            "secret": needed[f"{key}_CLIENT_SECRET"],
            "settings": {"server_url": server, "oauth_pkce_enabled": True},
        }
    )
DISCORD_PUBLIC_KEY = env.str("DISCORD_PUBLIC_KEY", "").lower()  # signs the commands of Discord
if not re.fullmatch(r"[0-9a-f]{64}|", DISCORD_PUBLIC_KEY):
    unsafe.append("DISCORD_PUBLIC_KEY must be the 64 hexadecimal digits of the application, or empty.")
if DISCORD_PUBLIC_KEY and not env.str("DISCORD_CLIENT_ID", ""):
    unsafe.append("DISCORD_PUBLIC_KEY needs DISCORD_CLIENT_ID, by which people are recognised.")
MAIL_REPORTS = env.str("MAIL_REPORTS", "")  # whose reports about bounced letters are read
MAIL_REPORTS_KEYS = {"mailgun": "WEBHOOK_SIGNING_KEY", "sendgrid": "TRACKING_WEBHOOK_VERIFICATION_KEY"}
ANYMAIL = {"WEBHOOK_SECRET": env.str("MAIL_REPORTS_SECRET", "")}
if MAIL_REPORTS not in ("", "brevo", "mailgun", "mailjet", "postmark", "sendgrid", "sparkpost"):
    unsafe.append("MAIL_REPORTS must be brevo, mailgun, mailjet, postmark, sendgrid or sparkpost, or empty.")
if MAIL_REPORTS and not re.fullmatch(r"[^:\s]+:\S{20,}", ANYMAIL["WEBHOOK_SECRET"]):
    unsafe.append("MAIL_REPORTS_SECRET must be a name, a colon, and 20 or more random characters.")
if MAIL_REPORTS in MAIL_REPORTS_KEYS:
    ANYMAIL[f"{MAIL_REPORTS.upper()}_{MAIL_REPORTS_KEYS[MAIL_REPORTS]}"] = env.str("MAIL_REPORTS_KEY", "")
    if not env.str("MAIL_REPORTS_KEY", ""):
        unsafe.append(f"MAIL_REPORTS_KEY must be the key with which {MAIL_REPORTS} signs its reports.")
if unsafe:
    raise ImproperlyConfigured("Refusing to start: " + " ".join(unsafe))

optional = [import_string(f"league.{name}.apps.Config") for name in OPTIONAL_APPS]
INSTALLED_APPS = [
    "league",
    *(app.name for app in optional),
    "games",
    "characters",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.discord",
    "allauth.socialaccount.providers.openid_connect",
    "allauth.usersessions",
    "django_filters",
    "django_htmx",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "drf_standardized_errors",
    "rest_framework",
]
MIDDLEWARE = [
    "league.core.operations.views.answer_probes",
    "league.core.operations.views.follow_requests",
    "django.middleware.security.SecurityMiddleware",
    "league.config.middleware.content_security_policy",
    "league.config.budgets.hold_the_budget",
    "league.config.middleware.no_nul",
    "league.tournaments.tables.views.phone_reports.answer_polls",
    "league.config.compression.StaticFiles",
    "league.config.compression.CompressPages",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "league.core.views.languages.speak",
    "league.config.middleware.local_time",
    "league.core.views.systems.read_systems_once",
    "league.config.middleware.NumbersOfRows",
    "league.config.middleware.HideLeagues",
    "league.tournaments.hall.views.only_the_event.OnlyTheEvent",
    "league.accounts.views.sign_in.StaffBySecondStep",
    "league.config.budgets.share_with_others",
    "league.core.views.failures.AnswerLater",
]
CSRF_FAILURE_VIEW = "league.core.views.access.csrf_failure"
ROOT_URLCONF = "league.config.urls"
WSGI_APPLICATION = "league.config.wsgi.application"
TAGS = ("languages", "pieces", "scripts", "sent_once", "wording")
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["django.templatetags.i18n", *(f"league.core.views.{name}" for name in TAGS)],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "league.core.operations.views.version",
                "league.accounts.views.sign_in.of_this_site",
                "league.notices.views.notices.bell",
                "league.site.views.home.frame",
            ],
        },
    }
]

DATABASES: dict[str, dict[str, Any]] = {
    "default": env.db("DATABASE_URL", f"sqlite:///{BASE_DIR / 'corner-office.sqlite3'}")
}
waits = SITE if "league.config.wsgi" in sys.modules else OTHERS  # the site loads the settings by its application
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        # A deferred transaction that reads first fails when it meets a writer. IMMEDIATE waits its turn.
        "transaction_mode": "IMMEDIATE",
        "timeout": waits.lock,
        # FULL: what was acknowledged is on the disk, also after a power cut.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA journal_size_limit=67108864",
    }
    # A connection reads the whole schema before it answers: for every request that would be half of a small answer,
    # and most of what an idle worker does.
    DATABASES["default"]["CONN_MAX_AGE"] = 60
    # A file, so that the live server, threads and worker processes of a test see the same database.
    VAR_DIR.mkdir(exist_ok=True)
    DATABASES["default"]["TEST"] = {"NAME": VAR_DIR / "test.sqlite3"}
else:
    DATABASES["default"] |= {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}
    options = DATABASES["default"].setdefault("OPTIONS", {})
    if waits is SITE:
        # The connections of a process, however many threads ask; a request without one in time is told to come again.
        # Not for workers and commands: a pool does not survive a fork, and each of them needs one connection.
        DATABASES["default"]["CONN_MAX_AGE"] = 0
        from league.config.connections import Watched

        options["pool"] = {
            "min_size": 1,
            "max_size": env.int("DATABASE_POOL", 8),
            "timeout": waits.lock,
            "connection_class": Watched,
        }
    options.setdefault("connect_timeout", waits.lock)
    options["options"] = f"{waits.postgresql} {options.get('options', '')}".strip()
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.str("REDIS_URL", "")
IN_PROCESS = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
SHARED = {"BACKEND": "league.config.redis.OptionalRedis", "LOCATION": REDIS_URL} if REDIS_URL else IN_PROCESS
CACHES = {
    "default": SHARED,
    # Each process may have its own: drawn parts of pages by the version of what they show, and cards by what they say.
    "fragments": {**IN_PROCESS, "LOCATION": "fragments", "TIMEOUT": 3600, "OPTIONS": {"MAX_ENTRIES": 30}},
    "cards": {**IN_PROCESS, "LOCATION": "cards", "TIMEOUT": 24 * 3600, "OPTIONS": {"MAX_ENTRIES": 200}},
    # Annual reports on paper by what they say: they take long to draw.
    "papers": {**IN_PROCESS, "LOCATION": "papers", "TIMEOUT": 3600, "OPTIONS": {"MAX_ENTRIES": 10}},
}
if REDIS_URL:  # which is the broker's too and counts no entries, so papers are forgotten soon
    CACHES["papers"] = {**SHARED, "KEY_PREFIX": f"papers-{VERSION}", "TIMEOUT": 600}
# A card takes about an eighth of a second to draw. A site without Redis counts in each process.
CARDS_A_MINUTE = 40
SUMMARISED_FROM = 5_000  # results of a season or league: of more, a worker works out what takes all of them to say
REQUEST_CPU_SECONDS = 20  # of computing for one answer: the most expensive page takes one
STRANGERS_CPU_SECONDS = 0 if LOCAL else 30  # of a process in a minute, for one address without an account; 0: no limit
ACCOUNTS_CPU_SECONDS = 20  # the same for one account: some 500 pages, where there is a limit at all

CELERY_BROKER_URL = REDIS_URL or "memory://localhost"
# A worker waits for a broker that is away (…_CONNECTION_MAX_RETRIES); who sends a hint does not (Hint).
# An idle worker asks Redis again every 5 seconds (`polling_interval`); a message comes at once.
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {"socket_connect_timeout": 2, "socket_timeout": 10, "max_retries": 0, "polling_interval": 5} if REDIS_URL else {}
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_POOL = "solo"  # messages are hints; the work is done by the threads of `league.config.sweep`
# No limit: with one, kombu 5.7 counts a message whose acknowledgement failed against it for ever, asks for no other one
# and so never sees that its connection is gone.
CELERY_WORKER_PREFETCH_MULTIPLIER = 0
CELERY_TIMEZONE = "UTC"
THINKING_SECONDS = env.int("THINKING_SECONDS", 3600)  # of computing for one person's bots in a day
# Bots at tables, and what takes long to be worked out, have queues and workers of their own, so that neither waits.
PERIODIC = schedule.PERIODIC | {task: every for app in optional for task, every in app.periodic.items()}
PERIODIC |= schedule.IN_A_HALL if HALL_HOSTS else {}
BY_THE_CLOCK = schedule.BY_THE_CLOCK | {task: every for app in optional for task, every in app.by_the_clock.items()}
BY_THE_CLOCK |= schedule.COPIES if HALL_COPIES else {}
thinking = [task for app in optional for task in (*app.thinking, *app.by_the_clock)]
LANES = [
    lane._replace(tasks=(*lane.tasks, *thinking)) if lane.name == schedule.THINKING else lane for lane in schedule.LANES
]
LANES += [schedule.KEEPS_COPIES] if HALL_COPIES else []
QUEUES = {task: lane.queue for lane in LANES for task in lane.tasks}
CELERY_IMPORTS = sorted({task.rpartition(".")[0] for task in (*QUEUES, *PERIODIC)})
CELERY_TASK_ROUTES = {task: {"queue": queue} for task, queue in QUEUES.items()}
# A worker in which a task takes longer ends itself (league.config.sweep). What may take longer says so itself.
CELERY_TASK_TIME_LIMIT = 60
# Seconds between two looks of a worker whether anybody has written: a hint through Redis comes sooner, and on SQLite
# without Redis there is no other.
LOOKS_FOR_WRITES = 0.2 if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3" and not REDIS_URL else 2.0
# Seconds between two looks of a worker for what no hint, no write and no moment told of.
SWEEP = dict.fromkeys(QUEUES, 30.0) | BY_THE_CLOCK
# Printed letters are for a local installation: they hold links to new passwords.
vars().update(env.email_url("EMAIL_URL", "consolemail://" if LOCAL else "dummymail://"))
SENDS_MAIL = LOCAL or not vars()["EMAIL_BACKEND"].endswith(("console.EmailBackend", "dummy.EmailBackend"))
if not SENDS_MAIL:
    EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
EMAIL_TIMEOUT = 5
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", f"Corner Office <no-reply@{site.hostname}>")
WEBHOOK_LOOPBACK = LOCAL and env.bool("WEBHOOK_LOOPBACK", False)  # for developers of a receiver

LANGUAGE_CODE = "en-gb"
LANGUAGES = [("en-gb", "English"), ("de", "Deutsch"), ("fr", "Français"), ("es", "Español")]
LOCALE_PATHS = [BASE_DIR / "league" / "locale"]
TIME_ZONE = "UTC"
LEAGUE_ZONE = env.str("LEAGUE_ZONE", "Europe/London")  # of leagues that say no other; rows hold UTC
if LEAGUE_ZONE not in available_timezones():
    raise ImproperlyConfigured(f"LEAGUE_ZONE is not a time zone: {LEAGUE_ZONE}. Name one such as Europe/London.")
USE_TZ = True
STATIC_URL = "/static/"
WHITENOISE_USE_FINDERS = True  # served from where they lie: no collectstatic to forget

AUTHENTICATION_BACKENDS = ["league.accounts.services.sign_in.SignIn"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}Validator"}
    for name in ("UserAttributeSimilarity", "MinimumLength", "CommonPassword", "NumericPassword")
]
AUTH_PASSWORD_VALIDATORS.append({"NAME": "league.accounts.services.passwords.NamesTheSite"})
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "league.accounts.services.sign_in.SignInAdapter"
# `key` is account and address together: guessing from elsewhere locks nobody out.
ACCOUNT_RATE_LIMITS = {"login_failed": "10/m/ip,5/5m/key"}
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
# An address is verified by a link before anything is sent to it; signing up does not wait for that. One that somebody
# has verified is nobody else's; one that nobody has keeps nobody from it.
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_FORMS = {
    "add_email": "league.accounts.forms.AddressForm",
    "change_password": "league.accounts.forms.NewPasswordForm",
    "login": "league.accounts.forms.SignInForm",
    "reset_password": "league.accounts.forms.ResetForm",
    "reset_password_from_key": "league.accounts.forms.ReplacedPasswordForm",
    "set_password": "league.accounts.forms.FirstPasswordForm",
    "signup": "league.accounts.forms.SignUpForm",
}
SOCIALACCOUNT_ADAPTER = "league.accounts.services.providers.ProviderAdapter"
SOCIALACCOUNT_AUTO_SIGNUP = False  # a user name is chosen, never taken from elsewhere
SOCIALACCOUNT_FORMS = {"signup": "league.accounts.forms.ProviderSignUpForm"}
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Corner Office] "
# The printed accounts of a local installation act as staff at once: nobody else can reach it.
STAFF_NEEDS_SECOND_STEP = not LOCAL
MFA_ADAPTER = "league.accounts.services.second_step.SecondStepAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_RECOVERY_CODES_SHOW_ONCE = True
MFA_TOTP_ISSUER = "Corner Office"
MFA_TOTP_TOLERANCE = 1  # half a minute before and after, for clocks that are off
MFA_FORMS = {
    "activate_totp": "league.accounts.forms.AppForm",
    "add_webauthn": "league.accounts.forms.PasskeyForm",
    "authenticate": "league.accounts.forms.CodeForm",
    "reauthenticate": "league.accounts.forms.CodeAgainForm",
}
# An address that nobody verified keeps its owner from nothing, so the account that said it may be protected.
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = LOCAL  # http on this machine

X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_ENGINE = "league.config.sessions"
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
ALLAUTH_TRUSTED_PROXY_COUNT = 0 if LOCAL else 1
if not LOCAL:
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("HSTS_SUBDOMAINS", False)
# Whether other names below this one speak TLS, and a list in browsers, are for the owner of the domain to decide.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURITY_CONTACT = env.str("SECURITY_CONTACT", "")
OPERATOR = env.str("OPERATOR", "")  # who runs this site, as the privacy page names them

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "league.accounts.api.sign_in.TokenSignIn",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["league.core.api.parsers.CarefulJSONParser"],
    "DEFAULT_PAGINATION_CLASS": "league.config.pagination.CursorPages",
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_SCHEMA_CLASS": "league.core.api.schema.Schema",
    "EXCEPTION_HANDLER": "drf_standardized_errors.handler.exception_handler",
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {"anon": "300/min", "user": "1200/min", "token": "10/min"},
    "NUM_PROXIES": 0 if LOCAL else 1,
}
DOCUMENTED_ERRORS = ["400", "401", "403", "404", "415", "429"]
DRF_STANDARDIZED_ERRORS = {
    "EXCEPTION_HANDLER_CLASS": "league.core.api.errors.Handler",
    "EXCEPTION_FORMATTER_CLASS": "league.core.api.errors.Formatter",
    "ALLOWED_ERROR_STATUS_CODES": DOCUMENTED_ERRORS,
    "ERROR_SCHEMAS": dict.fromkeys(DOCUMENTED_ERRORS, "league.core.api.schema.ErrorAnswer"),
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Corner Office",
    "DESCRIPTION": (
        "Characters, games and standings of leagues of career-themed board games.\n\n"
        "Reading needs no sign-in. To write, get a token from `token/` or your account page and send "
        "`Authorization: Token <token>`; its scope says how far it reaches: `read`, `report` or `organise`. "
        "Bodies are JSON objects of up to 1 MB in UTF-8, without NUL characters; times are ISO 8601 with an offset or "
        "Z. Lists come in pages: follow `next` and `previous`, and set `page_size` up to 200. Every refusal has the "
        "shape of `ErrorAnswer`: `detail` is a sentence for people, `attr` says where in the body."
    ),
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "ENUM_NAME_OVERRIDES": {
        "LevelEnum": "characters.models.LEVEL_CHOICES",
        "CharacterStatusEnum": "league.people.queries.characters.STATUSES",
        "SheetStatusEnum": "games.models.Sheet.STATUSES",
        "EventKindEnum": "characters.models.CareerEvent.KINDS",
        "FeedKindEnum": "league.people.queries.characters.FEED_KINDS",
        **{
            f"{model}StatusEnum": f"league.models.{model}.STATUSES"
            for model in ("Tournament", "Entry", "Stage", "Round")
        },
        "CountingEnum": "league.people.api.seasons.COUNTING",
        "TeamCountingEnum": "league.models.TeamContest.COUNTINGS",
        "WebhookStyleEnum": "league.models.Webhook.STYLES",
        "PlayStatusEnum": "games.models.Play.STATUSES",
        "PlayAwayEnum": "league.play.queries.attendance.AWAY",
        "PlayWantsEnum": "games.models.PlaySeat.WANTS",
        "PlayPaceEnum": "games.models.Play.PACES",
        "PlayVisibilityEnum": "games.models.Play.VISIBILITIES",
        "PlayedHereEnum": "league.play.rules.systems.PLAYED_HERE",
        "ClaimLinkStatusEnum": "league.people.rules.characters.CLAIM_STATUSES",
        **{name: choices for app in optional for name, choices in app.enum_names.items()},
    },
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}

LOGGING = log_lines(for_people=LOCAL)
