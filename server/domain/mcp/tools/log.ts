import { type Static, Type } from '@sinclair/typebox'
import type { LogJson } from '../../endpoints/log'
import { recordOf } from '../../json/records'
import { LOG_FIELD_NAMES, LOG_QUERY_FIELDS, type LogField } from '../../logs/query/fields'
import { Nothing, optional, Paging, pageFromOne, Span, spanQuery } from '../input'
import { tool } from '../tool'

function fieldsFor(isAdmin: boolean): string {
  const names = LOG_FIELD_NAMES.filter((name) => {
    const { adminOnly }: LogField = LOG_QUERY_FIELDS[name]
    return isAdmin || !adminOnly
  })
  return names.join(', ')
}

const queryFor = (isAdmin: boolean) =>
  'Conditions with blanks between them, each FIELD:VALUE. Numbers take >, <, >= and <=, ' +
  '- before a condition negates it. Example: model:gpt-5 type:failed cost:>0.01 (dollars). ' +
  `Fields: ${fieldsFor(isAdmin)}.`

const Search = (isAdmin: boolean) =>
  Type.Object({ ...Paging, ...Span, query: optional(queryFor(isAdmin)) })
const Filter = (isAdmin: boolean) => Type.Object({ ...Span, query: optional(queryFor(isAdmin)) })

function filterOf({ from, to, query }: Static<ReturnType<typeof Filter>>) {
  return { ...spanQuery({ from, to }), q: query }
}

function searchQuery({ page, rows, ...filter }: Static<ReturnType<typeof Search>>) {
  return { query: { ...pageFromOne({ page, rows }), ...filterOf(filter) } }
}

/** What stands in `details` of a row differs by its type. */
function logView({ other, ...row }: LogJson): object {
  return { ...row, details: recordOf(other) }
}

const SEARCH = {
  name: 'log_search',
  title: 'Search the log',
  description:
    'Rows of the usage log, newest first: calls with tokens, cost, latency, channel and error, ' +
    'top-ups, and what administrators did. `request_id` of a row leads to `receipt_show` and ' +
    '`route_explain`.',
}

const TOTALS = {
  name: 'log_totals',
  title: 'Sum up the log',
  description: 'What the calls of a time and a query cost together, and the calls a minute now.',
}

export const logTools = [
  tool({
    ...SEARCH,
    call: 'log.list',
    input: Search(true),
    request: searchQuery,
    result: ({ data }) => ({ ...data, items: data.items.map(logView) }),
  }),
  tool({
    ...SEARCH,
    call: 'log.list_own',
    input: Search(false),
    request: searchQuery,
    result: ({ data }) => ({ ...data, items: data.items.map(logView) }),
  }),
  tool({
    ...TOTALS,
    call: 'log.stat',
    input: Filter(true),
    request: (filter) => ({ query: filterOf(filter) }),
    result: ({ data }) => data,
  }),
  tool({
    ...TOTALS,
    call: 'log.stat_own',
    input: Filter(false),
    request: (filter) => ({ query: filterOf(filter) }),
    result: ({ data }) => data,
  }),
  tool({
    name: 'receipt_show',
    title: 'Show the receipt of a call',
    description:
      'How one call was billed: what it used, each step of its price, what was held and booked, ' +
      'and which channels were tried.',
    call: 'receipt.show',
    input: Type.Object({ request_id: Type.String({ description: 'Of a row of the log' }) }),
    request: ({ request_id: id }) => ({ params: { id } }),
    result: ({ data }) => data,
  }),
  tool({
    name: 'overview_show',
    title: 'Show my overview',
    description: 'Your last day: calls, spend and failures, and by which tokens and models.',
    call: 'overview.own',
    input: Nothing,
    request: () => ({}),
    result: ({ data: { buckets: _, ...data } }) => data,
  }),
]
