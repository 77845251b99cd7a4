/** The gateway itself: what runs, what waits, and how its processes are. */
import type { Metric } from './metric'
import { both, quantile, rate, sumBy } from './promql'

export const PROCESS_METRICS = {
  gw_running_calls: {
    kind: 'gauge',
    help: 'Calls in progress.',
    labels: ['process'],
    panels: [
      {
        row: 'Calls',
        title: 'Running calls and streams',
        unit: 'short',
        queries: [
          { expr: 'sum(gw_running_calls)', legend: 'calls' },
          { expr: 'sum(gw_open_streams)', legend: 'streams' },
        ],
      },
    ],
  },
  gw_open_streams: {
    kind: 'gauge',
    help: 'Calls in progress whose response is being streamed.',
    labels: ['process'],
  },
  gw_upstream_connections: {
    kind: 'gauge',
    help: 'Connections to upstreams, except sockets and those through a proxy.',
    labels: ['process', 'state'],
    panels: [
      {
        row: 'Upstreams',
        title: 'Connections to upstreams',
        unit: 'short',
        queries: [{ expr: 'sum by (state) (gw_upstream_connections)', legend: '{{state}}' }],
      },
    ],
  },
  gw_cooldowns: {
    kind: 'gauge',
    help: 'Channels, keys and models at a key that get no calls for a while, because they failed.',
    labels: ['process', 'of'],
    panels: [
      {
        row: 'Upstreams',
        title: 'Cool-downs',
        unit: 'short',
        queries: [{ expr: 'max by (of) (gw_cooldowns)', legend: '{{of}}' }],
      },
    ],
  },
  gw_ledger_queue: {
    kind: 'gauge',
    help: 'Ledger writes that wait for their commit.',
    labels: ['process'],
    panels: [
      {
        row: 'Gateway',
        title: 'Ledger queue and pending settlements',
        unit: 'short',
        queries: [
          { expr: 'sum(gw_ledger_queue)', legend: 'queue' },
          { expr: 'sum(gw_settlements_pending)', legend: 'pending settlements' },
        ],
      },
    ],
  },
  gw_ledger_commit_seconds: {
    kind: 'histogram',
    help: 'Duration of a ledger commit; each writes everything that was waiting.',
    labels: ['process'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
    panels: [
      {
        row: 'Gateway',
        title: 'Commit of the ledger (p50, p99)',
        unit: 's',
        queries: [
          {
            expr: quantile(0.5, 'gw_ledger_commit_seconds'),
            legend: 'p50',
          },
          {
            expr: quantile(0.99, 'gw_ledger_commit_seconds'),
            legend: 'p99',
          },
        ],
      },
    ],
    alerts: [
      {
        name: 'GwLedgerSlow',
        expr: `${quantile(0.99, 'gw_ledger_commit_seconds', { range: '5m' })} > 0.25`,
        for: '5m',
        severity: 'warning',
        summary: 'A commit of the ledger takes {{ $value | humanizeDuration }} (p99)',
      },
    ],
  },
  gw_settlements_pending: {
    kind: 'gauge',
    help: 'Settlements that the database refused and that are retried.',
    labels: ['process'],
    alerts: [
      {
        name: 'GwSettlementsPending',
        expr: 'sum by (instance) (gw_settlements_pending) > 0',
        for: '1m',
        severity: 'critical',
        summary: '{{ $value }} settlements wait for the database of {{ $labels.instance }}',
      },
    ],
  },
  gw_database_ok: {
    kind: 'gauge',
    help: '1 while the database can be written, else 0.',
    labels: ['process'],
    alerts: [
      {
        name: 'GwDatabaseDown',
        expr: 'min by (instance) (gw_database_ok) == 0',
        for: '30s',
        severity: 'critical',
        summary: 'The database of {{ $labels.instance }} cannot be written',
      },
    ],
  },
  gw_valkey_ok: {
    kind: 'gauge',
    help: '1 while Valkey counts rate limits, 0 while PostgreSQL alone does; absent without it.',
    labels: ['process'],
    alerts: [
      {
        name: 'GwValkeyAway',
        expr: 'min by (instance) (gw_valkey_ok) == 0',
        for: '1m',
        severity: 'warning',
        summary:
          'Valkey is away: PostgreSQL alone counts the rate limits of {{ $labels.instance }}',
      },
    ],
  },
  gw_jobs: {
    kind: 'gauge',
    help: 'Jobs that have not ended, of all gateways on the database.',
    labels: ['state'],
    panels: [
      {
        row: 'Upstreams',
        title: 'Jobs that have not ended',
        unit: 'short',
        queries: [{ expr: 'max by (state) (gw_jobs)', legend: '{{state}}' }],
      },
    ],
  },
  gw_jobs_oldest_seconds: {
    kind: 'gauge',
    help: 'Age of the oldest job that has not ended.',
    labels: [],
    panels: [
      {
        row: 'Upstreams',
        title: 'Oldest job',
        unit: 's',
        queries: [{ expr: 'max(gw_jobs_oldest_seconds)', legend: 'age' }],
      },
    ],
    alerts: [
      {
        name: 'GwJobStuck',
        expr: 'max(gw_jobs_oldest_seconds) > 7200',
        for: '5m',
        severity: 'warning',
        summary: 'A job has not ended for {{ $value | humanizeDuration }}',
      },
    ],
  },
  gw_event_loop_delay_seconds: {
    kind: 'histogram',
    help: 'How late a 100 ms timer fires: how long everything in the process has to wait.',
    labels: ['process'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
    panels: [
      {
        row: 'Gateway',
        title: 'Delay of the event loop (p99)',
        unit: 's',
        queries: [
          {
            expr: quantile(0.99, 'gw_event_loop_delay_seconds', { by: 'process' }),
            legend: '{{process}}',
          },
        ],
      },
    ],
    alerts: [
      {
        name: 'GwEventLoopBlocked',
        expr: both(
          quantile(0.99, 'gw_event_loop_delay_seconds', { by: 'instance, process', range: '5m' }),
          '>',
          '0.25',
        ),
        for: '5m',
        severity: 'warning',
        summary:
          '{{ $labels.process }} of {{ $labels.instance }} answers {{ $value }} s late (p99)',
      },
    ],
  },
  process_cpu_seconds_total: {
    kind: 'counter',
    help: 'CPU time of user and system.',
    labels: ['process'],
    panels: [
      {
        row: 'Gateway',
        title: 'CPU',
        unit: 'percentunit',
        queries: [
          {
            expr: sumBy('process', rate('process_cpu_seconds_total')),
            legend: '{{process}}',
          },
        ],
      },
    ],
  },
  process_resident_memory_bytes: {
    kind: 'gauge',
    help: 'Resident memory.',
    labels: ['process'],
    panels: [
      {
        row: 'Gateway',
        title: 'Memory',
        unit: 'bytes',
        queries: [
          { expr: 'sum by (process) (process_resident_memory_bytes)', legend: '{{process}}' },
        ],
      },
    ],
  },
  process_start_time_seconds: {
    kind: 'gauge',
    help: 'When the process was started, in seconds since 1970.',
    labels: ['process'],
  },
  gw_build_info: {
    kind: 'gauge',
    help: '1, with the version of the gateway.',
    labels: ['version'],
    alerts: [
      {
        name: 'GwDown',
        expr: 'absent(gw_build_info)',
        for: '1m',
        severity: 'critical',
        summary: 'No gateway answers to Prometheus',
      },
    ],
  },
} as const satisfies Record<string, Metric>
