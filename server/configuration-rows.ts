/** The environment variables of the gateway, told once. */
import { TELEMETRY_ROWS } from './telemetry-rows'

export interface ConfigurationRow {
  readonly name: string
  readonly default: string
  readonly meaning: string
  /** What it was called before; it still holds where the name of today is not set. */
  readonly older?: string
}

/** Every environment variable, for `--help` and the manual. */
export const CONFIGURATION_ROWS: readonly ConfigurationRow[] = [
  { name: 'PORT', default: '3000', meaning: 'port to listen on (0 takes any free one)' },
  { name: 'HOST', default: '127.0.0.1', meaning: 'address to listen on' },
  {
    name: 'GW_WORKERS',
    default: '1',
    meaning: 'processes that relay; auto for all cores but one, 1 for a single process',
  },
  { name: 'GW_DATA', default: './data', meaning: 'folder of the database and its key file' },
  {
    name: 'GW_DATABASE_URL',
    default: '',
    meaning: 'database file or postgres:// URL; empty means gw.db in the data folder',
  },
  {
    name: 'GW_PUBLIC_DIR',
    default: '',
    meaning: 'folder of own files (a logo, a verification file) served as they are; read at start',
  },
  { name: 'GW_MAX_BODY_MB', default: '32', meaning: 'largest request body in megabytes' },
  {
    name: 'GW_MEMORY_BUDGET_MB',
    default: '512',
    meaning:
      'megabytes of requests and answers in memory (an eighth a user); was GW_BODY_BUDGET_MB',
    older: 'GW_BODY_BUDGET_MB',
  },
  {
    name: 'GW_TRUSTED_PROXIES',
    default: '',
    meaning: 'addresses or CIDR ranges whose X-Forwarded-For is believed, comma separated',
  },
  { name: 'GW_CONNECT_TIMEOUT_MS', default: '10000', meaning: 'wait for an upstream connection' },
  {
    name: 'GW_FIRST_BYTE_TIMEOUT_MS',
    default: '120000',
    meaning: 'wait for the first byte of an upstream answer',
  },
  {
    name: 'GW_IDLE_TIMEOUT_MS',
    default: '300000',
    meaning: 'longest silence within a stream; ten minutes at least where a model reasons',
  },
  {
    name: 'GW_BODY_TIMEOUT_MS',
    default: '30000',
    meaning: 'wait for the next 16 kB of a request body, or its end; ten times this for the whole',
  },
  {
    name: 'GW_DRAIN_LIMIT_MS',
    default: '60000',
    meaning: 'how long a left stream is read on for channels with cut_policy drain',
  },
  {
    name: 'GW_OPENING_LIMIT_MS',
    default: '10000',
    meaning:
      'how long a stream is kept back that has no content yet, for another channel to be asked',
  },
  {
    name: 'GW_CLIENT_IDLE_TIMEOUT_MS',
    default: '300000',
    meaning: 'how long a client may read nothing of a stream that waits for it',
  },
  {
    name: 'GW_SOCKETS_PER_USER',
    default: '32',
    meaning: 'sockets that a user may have open; each may hold a message of 16 MB not whole yet',
  },
  { name: 'GW_SOCKETS_PER_ADDRESS', default: '128', meaning: 'the same for one client address' },
  {
    name: 'GW_SOCKET_TIMEOUT_MS',
    default: '30000',
    meaning: 'how long a message on a socket may stay unfinished, or a ping without its answer',
  },
  {
    name: 'GW_ANSWER_LIMIT_MS',
    default: '600000',
    meaning: 'how long an upstream answer that is not streamed may take from its first byte on',
  },
  {
    name: 'GW_STREAM_LIMIT_MS',
    default: '3600000',
    meaning: 'how long a stream may take in all',
  },
  {
    name: 'GW_KEEPALIVE_MS',
    default: '15000',
    meaning: 'silence of a stream after which its client gets a sign of life; 0 for none',
  },
  {
    name: 'GW_STOP_LIMIT_MS',
    default: '30000',
    meaning: 'how long running calls may go on once the server is asked to stop',
  },
  {
    name: 'GW_DATABASE_WAIT_MS',
    default: '10000',
    meaning: 'how long a write waits while another program holds the lock of the database file',
  },
  {
    name: 'GW_METRICS_TOKEN',
    default: '',
    meaning:
      'bearer token of /metrics, 16 characters at least; without it only GW_METRICS_PORT has it',
  },
  {
    name: 'GW_METRICS_PORT',
    default: '',
    meaning: 'port that answers /metrics and nothing else; empty for none, 0 for any free one',
  },
  {
    name: 'GW_METRICS_HOST',
    default: '127.0.0.1',
    meaning: 'address that GW_METRICS_PORT is listened on at',
  },
  {
    name: 'GW_METRICS_BY',
    default: '',
    meaning: 'user, token or both, comma separated: spend of each among the metrics, 300 at most',
  },
  {
    name: 'GW_CLICKHOUSE_URL',
    default: '',
    meaning:
      'http://USER:PASSWORD@HOST:8123/DATABASE: log rows are copied there, and read there when ' +
      'they are no longer here',
  },
  {
    name: 'GW_VALKEY_URL',
    default: '',
    meaning:
      'valkeys://USER:PASSWORD@HOST:6379/0 (or valkey, redis, rediss): rate limits are counted ' +
      'there as well as in PostgreSQL',
  },
  {
    name: 'GW_SECRET_KEY',
    default: '',
    meaning: 'seals stored keys; empty means secret.key beside the database',
  },
  {
    name: 'GW_SECRET_KEY_FILE',
    default: '',
    meaning: 'file that holds GW_SECRET_KEY, as secrets of containers are mounted',
  },
  {
    name: 'GW_SECRET_KEY_COMMAND',
    default: '',
    meaning: 'shell command that prints GW_SECRET_KEY, from a key service; run at every start',
  },
  {
    name: 'GW_SECRET_KEY_FALLBACKS',
    default: '',
    meaning: 'former sealing keys, one per line: they open what they sealed, and seal nothing',
  },
  {
    name: 'GW_SECRET_KEY_FALLBACKS_FILE',
    default: '',
    meaning: 'file that holds GW_SECRET_KEY_FALLBACKS',
  },
  { name: 'GW_ROOT_PASSWORD', default: '', meaning: 'password of root on the very first start' },
  {
    name: 'GLOBAL_API_RATE_LIMIT_ENABLE',
    default: 'true',
    meaning: 'limit calls of the management API',
  },
  {
    name: 'GLOBAL_API_RATE_LIMIT',
    default: '180',
    meaning:
      'such calls per user, or per address while nobody is logged in; administrators: 20 times',
  },
  { name: 'GLOBAL_API_RATE_LIMIT_DURATION', default: '180', meaning: 'their window in seconds' },
  {
    name: 'CRITICAL_RATE_LIMIT',
    default: '20',
    meaning: 'logins, registrations, codes and callbacks per address',
  },
  { name: 'CRITICAL_RATE_LIMIT_DURATION', default: '1200', meaning: 'their window in seconds' },
  {
    name: 'WRONG_KEY_RATE_LIMIT',
    default: '20',
    meaning: 'calls with an unknown API key per address before they get 429',
  },
  { name: 'WRONG_KEY_RATE_LIMIT_DURATION', default: '60', meaning: 'their window in seconds' },
  {
    name: 'CHANNEL_TEST_FREQUENCY',
    default: '0',
    meaning: 'minutes between two tests of all channels; 0 for never',
  },
  {
    name: 'CHANNEL_UPDATE_FREQUENCY',
    default: '0',
    meaning: 'minutes between two readings of all balances; 0 for never',
  },
  {
    name: 'POLLING_INTERVAL',
    default: '0',
    meaning: 'seconds to rest between two channels of such a walk',
  },
  { name: 'GW_LOG_LEVEL', default: 'info', meaning: 'debug, info, warn or error' },
  { name: 'GW_GITHUB_URL', default: 'https://github.com', meaning: 'where GitHub users sign in' },
  {
    name: 'GW_GITHUB_API_URL',
    default: 'https://api.github.com',
    meaning: 'where GitHub tells who signed in',
  },
  {
    name: 'GW_LINUXDO_URL',
    default: 'https://connect.linux.do',
    meaning: 'where LinuxDO users sign in',
  },
  {
    name: 'GW_TURNSTILE_URL',
    default: 'https://challenges.cloudflare.com',
    meaning: 'where the answers to bot checks are verified',
  },
  {
    name: 'GW_SMTP_TLS',
    default: 'required',
    meaning: 'optional sends mail without TLS to servers that offer none',
  },
  {
    name: 'GENERATE_DEFAULT_TOKEN',
    default: 'false',
    meaning: 'true gives everybody who registers a first token',
  },
  ...TELEMETRY_ROWS,
]

/** Those that single commands take a secret from, for help and the doctor. */
export const COMMAND_VARIABLES: readonly Pick<ConfigurationRow, 'name' | 'meaning'>[] = [
  {
    name: 'GW_TOKEN_KEY',
    meaning: 'key of a token: what chat calls with, token create takes over',
  },
  { name: 'GW_KEY', meaning: 'the same for chat, as it was called before' },
  { name: 'GW_CHANNEL_KEY', meaning: 'upstream key of channel add, set and models' },
  { name: 'GW_USER_PASSWORD', meaning: 'password of user create and user password' },
  { name: 'GW_LANG', meaning: 'zh or en: what commands speak, before what LANG says' },
  { name: 'GW_PASSWORD', meaning: 'password of login' },
  { name: 'GW_CONTEXT', meaning: 'context that commands work on, as --context says it' },
  { name: 'GW_URL', meaning: 'gateway that commands work on, with GW_ACCESS_TOKEN' },
  { name: 'GW_ACCESS_TOKEN', meaning: 'access token for GW_URL, login and admin --url' },
  { name: 'GW_KEYRING', meaning: 'off keeps access tokens of contexts in a file' },
  { name: 'GW_RELEASE_URL', meaning: 'release address of gw update' },
  { name: 'GW_RELEASE_KEY', meaning: 'public key of the releases, instead of the one built in' },
  { name: 'GW_USER_ID', meaning: 'whose GW_ACCESS_TOKEN is (default 1, root)' },
]
