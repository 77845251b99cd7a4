import type { DoctorKey } from '../zh/doctor'

export const enDoctor = {
  'doctor.broke': 'this could not be checked: {{reason}}',
  'doctor.configuration.ok': 'every variable is understood ({{count}} set)',
  'configuration.whole_number': '{{name}} must be a whole number from {{least}} to {{most}}',
  'configuration.proxies': 'GW_TRUSTED_PROXIES has no address or range in "{{wrong}}"',
  'configuration.too_short': '{{name}} must have at least {{least}} character{{least, s}}',
  'configuration.folder': '{{name}} must be a folder',
  'configuration.secret_key': '{{name}} gives no key: {{reason}}',
  'configuration.url': '{{name}} must be an http or https URL',
  'configuration.valkey_url': '{{name}} must be a valkey, valkeys, redis or rediss URL',
  'configuration.share': '{{name}} must be a number from 0 to 1',
  'configuration.pairs': '{{name}} must be NAME=VALUE pairs, comma separated, values URL encoded',
  'configuration.one_of': '{{name}} must be one of {{words}}',
  'doctor.configuration.unknown': '{{name}} is no setting of this program and has no effect',
  'doctor.configuration.hint': 'was {{meant}} meant?',
  'doctor.configuration.unset_hint': 'unset it, or look for its name in "gw help configuration"',
  'doctor.time_zone.ok': 'the time zone is {{zone}}',
  'doctor.time_zone.unknown': 'TZ names an unknown time zone, {{wanted}}; {{zone}} is used instead',
  'doctor.time_zone.hint': 'write a name such as Europe/Berlin',
  'doctor.disk.free': '{{free}} MB are free where {{folder}} is; the database has {{size}} MB',
  'doctor.disk.full_hint': 'make room soon, or logs and charges can no longer be written',
  'doctor.disk.copy_hint': 'too little to copy the database: migrations, backups and restores fail',
  'doctor.writable.ok': 'a megabyte could be written into {{folder}}',
  'doctor.writable.folder': 'nothing can be written into {{folder}}: {{reason}}',
  'doctor.writable.folder_hint':
    'make room, or look at the mount, the quota and the owner of the folder; calls are refused until then',
  'doctor.writable.file': 'no write to {{file}} can begin: {{reason}}',
  'doctor.writable.file_hint':
    'find the program that holds its lock (fuser -v on the file) and end it; or look at the mode of the file',
  'doctor.files.ok': 'only their owner can read the key file and the database',
  'doctor.files.readable': 'others can read {{path}} (mode {{mode}})',
  'doctor.files.hint': 'run: chmod 600 {{path}}',
  'doctor.files.writable': 'others can change what is in {{path}} (mode {{mode}})',
  'doctor.files.folder_hint': 'run: chmod 700 {{path}}',
  'doctor.rehearsals.ok': 'no leftover copies of rehearsals',
  'doctor.rehearsals.removed': 'removed leftovers of {{count}} killed rehearsal{{count, s}}',
  'doctor.rehearsals.stuck': 'copies of killed rehearsals could not be removed: {{folders}}',
  'doctor.rehearsals.hint': 'remove them: they hold a copy of the database',
  'doctor.settlements.ok': 'no settlement waits in a file',
  'doctor.settlements.waiting': '{{count}} pending settlement{{count, s}} in {{path}}',
  'doctor.settlements.start_hint':
    'start the server, which writes each of them once; do not delete the file',
  'doctor.settlements.serving_hint':
    'the server writes them as soon as the database takes them; do not delete the file',
  'doctor.settlements.torn': '{{count}} line{{count, s}} of {{path}} cannot be read',
  'doctor.settlements.torn_hint':
    'a kill tore them; the next start logs them, and the holds of their calls are given back',
  'doctor.server.none': 'no server runs on this database',
  'doctor.server.ok': 'the server at {{url}} runs version {{version}}',
  'doctor.server.version':
    'the server at {{url}} is version {{running}}; this program is {{version}}',
  'doctor.server.restart_hint': 'restart the server with this version',
  'doctor.server.silent': '{{url}} does not answer: {{reason}}',
  'doctor.server.url_hint': 'if the server listens elsewhere, say where with --url',
  'doctor.server.proxy':
    'the server at {{url}} gets X-Forwarded-For from a proxy it does not trust: all visitors share one address and its limits',
  'doctor.server.proxy_hint':
    'name your reverse proxy in GW_TRUSTED_PROXIES (address or CIDR range) and restart',
  'doctor.server.skew': 'the clock of {{url}} differs by {{seconds}} second{{seconds, s}}',
  'doctor.server.unwritable': 'the last commit of the server at {{url}} failed',
  'doctor.server.unwritable_hint':
    'make room on its disk, or end the program that holds the lock of the database',
  'doctor.server.waiting': '{{count}} settlement{{count, s}} at {{url}} not written yet',
  'doctor.server.waiting_hint':
    'its log says why; nothing is lost while it runs, and the rest is written at the next start',
  'doctor.server.gone': 'the database file was deleted under the server at {{url}}',
  'doctor.server.replaced':
    'the database file of the server at {{url}} was replaced by another file',
  'doctor.server.gone_hint':
    'before you stop the server: put the file back, or copy it and its -wal out of /proc/PID/fd',
  'doctor.database.absent': 'there is no database yet; the first gw serve makes one',
  'doctor.database.hint':
    'check GW_DATA and GW_DATABASE_URL, or restore a backup with gw db restore',
  'doctor.integrity.ok': 'the file is undamaged',
  'doctor.integrity.damaged': 'the file is damaged in {{count}} place{{count, s}}: {{first}}',
  'doctor.restore_hint': 'stop the server and restore a backup with gw db restore',
  'doctor.foreign_keys.ok': 'all foreign keys are valid',
  'doctor.foreign_keys.broken': 'foreign keys that point to missing rows: {{rows}}',
  'doctor.orphans.ok': 'no orphaned rows',
  'doctor.orphans.found': 'rows belong to users that do not exist: {{rows}}',
  'doctor.migrations.ok': 'the schema is up to date',
  'doctor.migrations.pending': 'migrations are missing: {{names}}',
  'doctor.migrations.none': 'it has none of the tables of this program',
  'doctor.migrations.hint': 'gw db migrate or the next start adds them; check again afterwards',
  'doctor.ledger.ok': 'the ledger agrees with every balance',
  'doctor.ledger.differs':
    'the ledger and the balances differ in {{count}} place{{count, s}}: {{accounts}}',
  'doctor.ledger.hint': 'run gw ledger verify to see the amounts',
  'doctor.holds.ok': 'nothing is held for calls that have ended',
  'doctor.holds.old':
    '{{credits}} credits are held for calls or jobs past their deadline ({{count}}): {{calls}}',
  'doctor.holds.hint':
    'the running server gives them back within seconds, unless a call really takes that long; otherwise the next start does. What a job holds waits for the job',
  'doctor.old_secrets.ok': 'the audit log holds no password of a proxy',
  'doctor.old_secrets.open':
    'audit entries of older releases that hold the password of a proxy, though it is shown masked: {{count}} ({{targets}})',
  'doctor.old_secrets.hint':
    'change these passwords at the proxies; copies of the database hold them as well',
  'doctor.sealed.ok': 'the current key opens every sealed value ({{count}})',
  'doctor.sealed.closed':
    'the present key ({{present}}) does not open {{count}} of {{total}} sealed values; they were sealed with {{keys}}',
  'doctor.sealed.hint': 'put back the secret.key, or set the GW_SECRET_KEY, of that time',
  'doctor.log_months.ok': '{{count}} past month{{count, s}} of the log in files of their own',
  'doctor.log_months.missing': 'Log of past months is missing: {{months}}',
  'doctor.log_store.ok': 'ClickHouse answers; the log before {{before}} is read there',
  'doctor.log_store.copied': 'ClickHouse answers; the log is copied there',
  'doctor.log_store.unreachable': 'ClickHouse does not answer: {{reason}}',
  'doctor.log_store.hint':
    'GW_CLICKHOUSE_URL says where it is; until it answers, older days of the log are missing',
  'doctor.valkey.ok': 'Valkey answers; rate limits are counted there, too',
  'doctor.valkey.unasked': 'Valkey has not been asked yet: the database does not answer',
  'doctor.valkey.address': 'Valkey cannot be used: its address cannot be read',
  'doctor.valkey.unreachable':
    'Valkey cannot be reached, has a certificate that is not trusted, or refuses the password',
  'doctor.valkey.silent': 'Valkey does not answer',
  'doctor.valkey.refused': 'Valkey refuses: {{words}}',
  'doctor.valkey.garbled': 'Valkey cannot be used: its answers are not understood',
  'doctor.valkey.unnamed': 'Valkey cannot be used: INFO tells no run_id',
  'doctor.valkey.replica': 'Valkey cannot be used: it is a replica',
  'doctor.valkey.evicts':
    'Valkey cannot be used: maxmemory-policy is {{words}} and has to be noeviction',
  'doctor.valkey.lost': 'Valkey cannot be used for some seconds: its counts are gone',
  'doctor.valkey.another':
    'Valkey cannot be used: it was restarted, or other gateways use another server',
  'doctor.valkey.hint':
    'GW_VALKEY_URL says where it is; until it answers, PostgreSQL counts all rate limits',
  'doctor.valkey.no_effect': 'GW_VALKEY_URL has no effect on a SQLite database',
  'doctor.valkey.no_effect_hint': 'unset it; one process counts rate limits in memory',
  'doctor.log_months.hint':
    'Copy the files from the folder "logs" beside a backup; "gw db restore" does so',
  'doctor.space.used': 'the file has {{size}} MB, {{free}} MB of them unused',
  'doctor.space.hint': 'gw db vacuum gives the space back',
  'doctor.space.full_hint': 'stop the server and run gw db vacuum --full to give the space back',
  'doctor.clock.ok': 'the clock says {{now}}, later than every row',
  'doctor.clock.behind':
    'the clock says {{now}}, {{seconds}} second{{seconds, s}} before the newest row',
  'doctor.clock.hint': 'set the system time (NTP)',
  'doctor.options.ok': 'every stored option can be read',
  'doctor.options.unreadable': 'these options cannot be read, so their defaults hold: {{keys}}',
  'doctor.options.hint': 'set them again with gw option set, or reset them with --reset',
  'doctor.mail.off': 'mail is off, and nothing needs it',
  'doctor.mail.ok': 'the mail settings are complete',
  'doctor.mail.incomplete': 'the mail settings lack a server or a sender',
  'doctor.mail.no_password': 'there is a mail account but no password',
  'doctor.mail.hint': 'set SMTPServer, SMTPAccount and SMTPToken',
  'doctor.address.unneeded': 'nothing needs the address of this server',
  'doctor.address.ok': 'the address of this server is {{address}}',
  'doctor.address.missing': 'ServerAddress is not set, but these need it: {{keys}}',
  'doctor.address.local':
    '{{address}} leads nowhere from other machines, but these need a public address: {{keys}}',
  'doctor.address.hint': 'gw option set ServerAddress https://…',
  'doctor.root.ok': 'no super administrator uses a well-known password',
  'doctor.root.none': 'there is no super administrator yet',
  'doctor.root.none_hint': 'the first gw serve makes the user root',
  'doctor.root.well_known':
    'super administrators use a password that everybody tries first: {{names}}',
  'doctor.root.hint': 'change it now: gw user password {{name}}',
  'doctor.usage.ok': 'upstreams counted nothing lately that has no price',
  'doctor.usage.unknown': 'upstreams reported usage that is not billed: {{names}}',
  'doctor.usage.hint':
    'see whether the vendor charges you for it; if so, raise the price of the model',
  'doctor.prices.ok': 'every enabled model has a price ({{count}})',
  'doctor.prices.missing':
    '{{count}} enabled model{{count, s}} {{count, have}} no price, so calls are refused: {{models}}',
  'doctor.prices.hint': 'give them a price with gw price set',
  'doctor.callable.ok': 'every enabled model can be called',
  'doctor.callable.retired':
    '{{count}} channel{{count, s}} offer{{count, verb}} models their vendor has retired: {{channels}}',
  'doctor.callable.retired_hint':
    'offer the successor instead, or map the old name to it in model_mapping',
  'doctor.callable.types':
    '{{count}} channel{{count, s}} {{count, are}} of a type that cannot relay yet: {{channels}}',
  'doctor.callable.types_hint': 'disable them: no call can go through them',
  'doctor.callable.incomplete':
    '{{count}} channel{{count, s}} {{count, have}} no address, key or account to be called with: {{channels}}',
  'doctor.callable.incomplete_hint':
    'edit each and fill in what its type needs; until then no call is sent to it',
  'doctor.callable.models':
    '{{count}} enabled model{{count, s}} cannot be called and {{count, are}} not listed: {{models}}',
  'doctor.callable.models_hint':
    'calls of their kind, or through the type of their channel, are not relayed yet',
  'doctor.channels.none': 'no channel is enabled',
  'doctor.channels.offline': '{{count}} channel{{count, s}} enabled; no connection was tried',
  'doctor.channels.ok': 'every enabled channel can be reached ({{count}})',
  'doctor.channels.unreachable': '{{url}} cannot be reached (channels {{names}}): {{reason}}',
  'doctor.channels.hint': 'check the address and proxy of the channels, or disable them',
} as const satisfies Record<DoctorKey, string>
