/** Tokens and money, as the ledger has written them. */
import { CREDITS_PER_USD } from '../money/quota'
import type { Metric } from './metric'
import { both, increase, rate, sumBy, top } from './promql'

export const MONEY_METRICS = {
  gw_tokens_total: {
    kind: 'counter',
    help: 'Tokens by class. Classes do not overlap: prompt excludes cache reads and writes.',
    labels: ['model', 'class'],
    few: ['class'],
    most: 1500,
    panels: [
      {
        row: 'Money',
        title: 'Tokens by class',
        unit: 'ops',
        queries: [
          {
            expr: sumBy('class', rate('gw_tokens_total')),
            legend: '{{class}}',
          },
        ],
      },
    ],
  },
  gw_spend_usd_total: {
    kind: 'counter',
    per: CREDITS_PER_USD,
    help: 'Charged to customers.',
    labels: ['model', 'group'],
    most: 600,
    panels: [
      {
        row: 'Money',
        title: 'Spend by model, dollars an hour',
        unit: 'currencyUSD',
        queries: [
          {
            expr: top(both(sumBy('model', rate('gw_spend_usd_total')), '*', '3600')),
            legend: '{{model}}',
          },
        ],
      },
    ],
  },
  gw_channel_spend_usd_total: {
    kind: 'counter',
    per: CREDITS_PER_USD,
    help: 'Charged to customers, by the channel that answered.',
    labels: ['channel', 'name'],
    most: 200,
  },
  gw_channel_cost_usd_total: {
    kind: 'counter',
    per: CREDITS_PER_USD,
    help: 'Cost at the provider: list price times cost_ratio of the channel.',
    labels: ['channel', 'name'],
    most: 200,
    panels: [
      {
        row: 'Money',
        title: 'Spend, cost and margin, dollars an hour',
        unit: 'currencyUSD',
        queries: [
          {
            expr: `${sumBy('', rate('gw_channel_spend_usd_total'))} * 3600`,
            legend: 'spend',
          },
          {
            expr: `${sumBy('', rate('gw_channel_cost_usd_total'))} * 3600`,
            legend: 'cost',
          },
          {
            expr: both(
              `${sumBy('', rate('gw_channel_spend_usd_total'))} * 3600`,
              '-',
              `${sumBy('', rate('gw_channel_cost_usd_total'))} * 3600`,
            ),
            legend: 'margin',
          },
        ],
      },
    ],
    alerts: [
      {
        name: 'GwChannelCostsMoreThanItEarns',
        expr: both(
          sumBy('channel, name', increase('gw_channel_cost_usd_total', '1h')),
          '>',
          `${sumBy('channel, name', increase('gw_channel_spend_usd_total', '1h'))} + 1`,
        ),
        for: '10m',
        severity: 'warning',
        summary: 'Channel {{ $labels.name }} cost more in the last hour than customers paid',
      },
    ],
  },
  gw_uncollected_usd_total: {
    kind: 'counter',
    per: CREDITS_PER_USD,
    help: 'Owed for calls and not covered by a balance.',
    labels: [],
  },
  gw_user_spend_usd_total: {
    kind: 'counter',
    per: CREDITS_PER_USD,
    help: 'Charged, by user.',
    labels: ['user'],
    most: 300,
    by: 'user',
  },
  gw_token_spend_usd_total: {
    kind: 'counter',
    per: CREDITS_PER_USD,
    help: 'Charged, by token and its user.',
    labels: ['user', 'token'],
    most: 300,
    by: 'token',
  },
  gw_held_usd: {
    kind: 'gauge',
    per: CREDITS_PER_USD,
    help: 'Held for running calls and jobs, by all gateways on the database.',
    labels: [],
    panels: [
      {
        row: 'Money',
        title: 'Held for running calls',
        unit: 'currencyUSD',
        queries: [{ expr: 'max(gw_held_usd)', legend: 'held' }],
      },
    ],
  },
  gw_holds: {
    kind: 'gauge',
    help: 'Calls and jobs with credits on hold, of all gateways on the database.',
    labels: [],
  },
} as const satisfies Record<string, Metric>
