import { type Expression, type SqlBool, sql } from 'kysely'

/** Letters `%`, `_` and `\` of the search text stand for themselves. */
function literalPattern(text: string): string {
  return text.replace(/[\\%_]/g, (letter) => `\\${letter}`)
}

/** Whether a column contains the text, letter case aside, on both engines. */
export function containsText(column: Expression<string>, text: string): Expression<SqlBool> {
  return sql<SqlBool>`lower(${column}) like lower(${`%${literalPattern(text)}%`}) escape '\\'`
}

/** Whether a column begins with the text, letter case aside. */
export function startsWithText(column: Expression<string>, text: string): Expression<SqlBool> {
  return sql<SqlBool>`lower(${column}) like lower(${`${literalPattern(text)}%`}) escape '\\'`
}

/** Whether a column is as the pattern says, letter case aside: `*` stands for anything. */
export function matchesText(column: Expression<string>, pattern: string): Expression<SqlBool> {
  const like = pattern.split('*').map(literalPattern).join('%')
  return sql<SqlBool>`lower(${column}) like lower(${like}) escape '\\'`
}

/** Whether an entry of a comma separated column equals the text exactly. */
export function listHasEntry(column: Expression<string>, entry: string): Expression<SqlBool> {
  const pattern = `%,${literalPattern(entry)},%`
  return sql<SqlBool>`(',' || ${column} || ',') like ${pattern} escape '\\'`
}

/** Equality with letter case aside, folded by the engine on both sides alike. */
export function sameText(column: Expression<string>, text: string): Expression<SqlBool> {
  return sql<SqlBool>`lower(${column}) = lower(${text})`
}
