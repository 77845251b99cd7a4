/** Conditions on who holds a token, for parts of the log that are stored without tokens. */
import type { LogAtom, LogTest } from '../../server/domain/logs/query/conditions'
import type { Lists } from '../lists'
import type { LogFilter } from '../tables/log-filter'

/** The filter with the ids of the tokens that are meant. */
export async function withHeldTokens(lists: Lists, filter: LogFilter): Promise<LogFilter> {
  if (filter.tests === undefined) return filter
  return { ...filter, tests: await Promise.all(filter.tests.map((test) => knownTest(lists, test))) }
}

async function knownTest(lists: Lists, { allOf, or, ...test }: LogTest): Promise<LogTest> {
  const known = await Promise.all(
    allOf.map((anyOf) => Promise.all(anyOf.map((atom) => knownAtom(lists, atom)))),
  )
  const others = or && (await Promise.all(or.map((each) => knownTest(lists, each))))
  return { ...test, allOf: known, ...(others && { or: others }) }
}

async function knownAtom(lists: Lists, atom: LogAtom): Promise<LogAtom> {
  if (!('holder' in atom)) return atom
  const { holder, name } = atom
  const tokens = lists.selectFrom('tokens as t').select('t.id')
  const held =
    holder === 'project'
      ? tokens.innerJoin('projects as p', 'p.id', 't.project_id').where('p.name', '=', name)
      : tokens
          .innerJoin('members as m', 'm.id', 't.member_id')
          .innerJoin('users as u', 'u.id', 'm.user_id')
          .where('u.username', '=', name)
  return { tokenIds: (await held.execute()).map(({ id }) => id) }
}
