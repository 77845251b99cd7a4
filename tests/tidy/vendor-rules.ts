/** Rules about vendors: what one of them does differently stands with that vendor. */
import { type Offence, PRODUCTION, type Rule, sourcesIn } from './rule'
import { lineAt, type Tree } from './tree'

/** Rows of data, and modules of behaviour. */
const HOMES = ['server/domain/channel-types/', 'server/relay/upstreams/vendors/']

const NUMBER_OF_TYPE = String.raw`\b(?:type|typeId|channelType)(?:\.id)?`

/** A type compared with a number that is written out. */
const COMPARISON = new RegExp(
  String.raw`${NUMBER_OF_TYPE}\s*[!=]==?\s*(\d+)\b|\b(\d+)\s*[!=]==?\s*[\w.]*${NUMBER_OF_TYPE}\b`,
  'g',
)
/** The first key of a table, and the members of a list: statuses of HTTP are above all types. */
const TABLE = /[{,]\s*(\d{1,2}):\s/g
const LIST = /\bnew\s+Set(?:<[^>]*>)?\(\[\s*((?:\w+\s*,\s*)*\d[^\]]*)\]/g
const CONSTANT = /\bconst\s+([A-Z][A-Z0-9_]*)(?::\s*\w+)?\s*=\s*(\d{1,2})\b/g

export const channelTypeNumbers: Rule = {
  name: 'the number of a channel type is known to its row and its vendor only',
  check: (tree) =>
    sourcesIn(tree, PRODUCTION, HOMES).flatMap(({ path, text, code }) => {
      const at = (index: number, reason: string): Offence => ({
        path,
        line: lineAt(text, index),
        reason,
      })
      const isType = (digits: string | undefined) => isNumberOfType(tree, digits)
      const compared = [...code.matchAll(COMPARISON)]
        .filter(([, after, before]) => isType(after ?? before))
        .map(({ index }) => at(index, 'compares with the number of a channel type'))
      const tables = [...code.matchAll(TABLE)]
        .filter(([, key]) => isType(key))
        .map(({ index }) => at(index, 'a table by channel type: make it a field of the rows'))
      const lists = [...code.matchAll(LIST)]
        .filter(([, members = '']) => members.split(',').some((one) => isType(one.trim())))
        .map(({ index }) => at(index, 'a list of channel types: make it a field of the rows'))
      const constants = [...code.matchAll(CONSTANT)]
        .filter(([, name = '', digits]) => namesType(tree, name, digits))
        .map(({ index }) => at(index, 'the number of a channel type under a name of its own'))
      return [...compared, ...tables, ...lists, ...constants]
    }),
}

function isNumberOfType({ facts }: Tree, digits: string | undefined): boolean {
  return facts.channelTypes.some(({ id }) => String(id) === digits)
}

/** `GEMINI = 24`, `KEY_TYPE = 41`. */
function namesType({ facts }: Tree, name: string, digits: string | undefined): boolean {
  const row = facts.channelTypes.find(({ id }) => String(id) === digits)
  if (row === undefined) return false
  const words = row.name.toUpperCase().split(/[^A-Z0-9]+/)
  return name.split('_').some((word) => word === 'TYPE' || (word !== '' && words.includes(word)))
}
