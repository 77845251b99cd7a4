import type { Lists } from '../../../db/lists'
import type { LogFilter } from '../../../db/tables/log-filter'
import { GatewayError } from '../../domain/errors/gateway-error'
import { type LogTest, readLogLine } from '../../domain/logs/query/conditions'
import { optionValues } from '../options/current'

/** Conditions that the filter has a field for, which the database answers more quickly. */
const EXACT = {
  model_name: 'model',
  token_name: 'tokenName',
  username: 'username',
  group: 'group',
  request_id: 'requestId',
  type: 'type',
  channel_id: 'channelId',
} as const satisfies Readonly<Record<string, keyof LogFilter>>

/**
 * The filter and what the line adds to it. Whoever may see one user's rows only may not name
 * what concerns operators. Throws `log.query_unclear`.
 */
export async function withLine(lists: Lists, given: LogFilter, line: string): Promise<LogFilter> {
  if (line.trim() === '') return given
  const { QuotaPerUnit: perUnit } = await optionValues(lists)
  const isAdmin = given.userId === undefined
  const { tests, words, unclear } = readLogLine(line, { isAdmin, perUnit })
  const [part] = unclear
  if (part !== undefined) throw new GatewayError('log.query_unclear', { part })
  const content = [given.content, words].filter((text) => text).join(' ')
  return withTests(content === '' ? given : { ...given, content }, tests)
}

function withTests(base: LogFilter, tests: readonly LogTest[]): LogFilter {
  const rest: LogTest[] = []
  let filter = base
  for (const test of tests) {
    const exact = exactOf(test)
    const isFree = exact !== undefined && !filter[exact.name]
    if (isFree) filter = { ...filter, [exact.name]: exact.value }
    else rest.push(test)
  }
  return rest.length === 0 ? filter : { ...filter, tests: rest }
}

function exactOf({ isNot, allOf, or }: LogTest) {
  const [anyOf, ...more] = allOf
  const [atom, ...others] = anyOf ?? []
  if (isNot || or !== undefined || atom === undefined) return undefined
  if (more.length + others.length > 0) return undefined
  if (!('column' in atom) || 'like' in atom) return undefined
  if (!isExact(atom.column)) return undefined
  // "" narrows nothing in a filter.
  if ('is' in atom) return atom.is === '' ? undefined : { name: EXACT[atom.column], value: atom.is }
  return atom.compare === '=' ? { name: EXACT[atom.column], value: atom.value } : undefined
}

function isExact(column: string): column is keyof typeof EXACT {
  return Object.hasOwn(EXACT, column)
}
