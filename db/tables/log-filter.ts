/** Which rows of the log are meant, as every list, sum and walk of it asks. */
import type { Expression, ExpressionBuilder, SelectQueryBuilder, SqlBool } from 'kysely'
import type { LogAtom, LogTest } from '../../server/domain/logs/query/conditions'
import type { Schema } from '../schema'
import type { LogsTable } from '../schema/logs'
import { containsText, matchesText, startsWithText } from './text-match'

/** Everything is exact but `content`. Times are epoch seconds, both ends included. */
export interface LogFilter {
  readonly type?: number | undefined
  readonly userId?: number | undefined
  readonly username?: string | undefined
  readonly tokenName?: string | undefined
  readonly tokenId?: number | undefined
  /** Any of them. */
  readonly tokenIds?: readonly number[] | undefined
  readonly model?: string | undefined
  readonly channelId?: number | undefined
  readonly group?: string | undefined
  readonly requestId?: string | undefined
  /** Part of the text. */
  readonly content?: string | undefined
  /** Beginning of the text. */
  readonly contentStart?: string | undefined
  /** With either: rows with any of these in `other` pass as well. */
  readonly marks?: readonly string[] | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly beforeId?: number | undefined
  readonly afterId?: number | undefined
  readonly uptoId?: number | undefined
  /** Rows that are read elsewhere. */
  readonly without?: readonly LogSpan[] | undefined
  /** Of a query line; all of them have to hold. */
  readonly tests?: readonly LogTest[] | undefined
}

/** The rows of a time up to an id; the end, in epoch seconds, is not included. */
export interface LogSpan {
  readonly from: number
  readonly before: number
  readonly uptoId: number
}

const EXACT = [
  ['type', 'type'],
  ['userId', 'user_id'],
  ['username', 'username'],
  ['tokenName', 'token_name'],
  ['tokenId', 'token_id'],
  ['model', 'model_name'],
  ['channelId', 'channel_id'],
  ['group', 'group'],
  ['requestId', 'request_id'],
] as const satisfies readonly (readonly [keyof LogFilter, keyof LogsTable])[]

type LogQuery<O> = SelectQueryBuilder<Schema, 'logs', O>

export function narrowed<O>(query: LogQuery<O>, filter: LogFilter): LogQuery<O> {
  let narrow = query
  for (const [name, column] of EXACT) {
    const wanted = filter[name]
    if (wanted !== undefined && wanted !== '') {
      narrow = narrow.where(column, '=', wanted)
    }
  }
  const { content = '', contentStart = '', from, to, beforeId, afterId } = filter
  if (content !== '' || contentStart !== '') {
    narrow = narrow.where((e) =>
      e.or([
        content === ''
          ? startsWithText(e.ref('content'), contentStart)
          : containsText(e.ref('content'), content),
        ...(filter.marks ?? []).map((mark) => containsText(e.ref('other'), mark)),
      ]),
    )
  }
  const { tokenIds } = filter
  if (tokenIds !== undefined) {
    narrow = narrow.where((e) => isOneOf(e, tokenIds))
  }
  for (const test of filter.tests ?? []) narrow = narrow.where((e) => testHolds(e, test))
  if (from !== undefined) {
    narrow = narrow.where('created_at', '>=', from)
  }
  if (to !== undefined) {
    narrow = narrow.where('created_at', '<=', to)
  }
  if (beforeId !== undefined) {
    narrow = narrow.where('id', '<', beforeId)
  }
  if (afterId !== undefined) {
    narrow = narrow.where('id', '>', afterId)
  }
  return withinPart(narrow, filter)
}

function withinPart<O>(query: LogQuery<O>, { uptoId, without = [] }: LogFilter): LogQuery<O> {
  const bounded = uptoId === undefined ? query : query.where('id', '<=', uptoId)
  return without.reduce(
    (narrow, { from, before, uptoId: last }) =>
      narrow.where((e) =>
        e.or([e('created_at', '<', from), e('created_at', '>=', before), e('id', '>', last)]),
      ),
    bounded,
  )
}

/** Filters that no index answers; more indexes would cost every call. */
const UNINDEXED = [
  'username',
  'tokenName',
  'model',
  'channelId',
  'group',
  'content',
  'contentStart',
] as const satisfies readonly (keyof LogFilter)[]

/** Whether rows have to be read one by one. */
export function isScan(filter: LogFilter): boolean {
  if ((filter.tests ?? []).length > 0 || filter.tokenIds !== undefined) return true
  return UNINDEXED.some((name) => filter[name] !== undefined && filter[name] !== '')
}

type LogExpressions = ExpressionBuilder<Schema, 'logs'>

function testHolds(e: LogExpressions, { allOf, isNot, or = [] }: LogTest): Expression<SqlBool> {
  const all = e.and(allOf.map((anyOf) => e.or(anyOf.map((atom) => atomHolds(e, atom)))))
  const holds = isNot ? e.not(all) : all
  return or.length === 0 ? holds : e.or([holds, ...or.map((test) => testHolds(e, test))])
}

function isOneOf(e: LogExpressions, tokenIds: readonly number[]): Expression<SqlBool> {
  return tokenIds.length === 0 ? e.lit(false) : e('token_id', 'in', tokenIds)
}

/** The token stands in the project of that name, or with the member of that name. */
function isHeldBy(
  e: LogExpressions,
  { holder, name }: Extract<LogAtom, { readonly holder: string }>,
): Expression<SqlBool> {
  const tokens = e.selectFrom('tokens as t').select('t.id').whereRef('t.id', '=', 'logs.token_id')
  return e.exists(
    holder === 'project'
      ? tokens
          .innerJoin('projects as p', 'p.id', 't.project_id')
          .whereRef('p.organisation_id', '=', 'logs.user_id')
          .where('p.name', '=', name)
      : tokens
          .innerJoin('members as m', 'm.id', 't.member_id')
          .innerJoin('users as u', 'u.id', 'm.user_id')
          .whereRef('m.organisation_id', '=', 'logs.user_id')
          .where('u.username', '=', name),
  )
}

function atomHolds(e: LogExpressions, atom: LogAtom): Expression<SqlBool> {
  if ('mark' in atom) return containsText(e.ref('other'), atom.mark)
  if ('holder' in atom) return isHeldBy(e, atom)
  if ('tokenIds' in atom) return isOneOf(e, atom.tokenIds)
  if ('is' in atom) return e(atom.column, '=', atom.is)
  if ('like' in atom) return matchesText(e.ref(atom.column), atom.like)
  const { column, compare, value } = atom
  if (column === 'tokens') {
    return e(e('prompt_tokens', '+', e.ref('completion_tokens')), compare, value)
  }
  return e(column, compare, value)
}
