/**
 * Reads from the queries of a transaction which rows of the nouns that others keep in memory it
 * writes, so that no caller has to say so and none can forget. Rows are named where the query
 * names them, by its ids or by those it returns.
 */
import type {
  KyselyPlugin,
  OperationNode,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from 'kysely'
import {
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  FromNode,
  InsertQueryNode,
  OperatorNode,
  ParensNode,
  PrimitiveValueListNode,
  ReferenceNode,
  TableNode,
  UpdateQueryNode,
  ValueNode,
} from 'kysely'
import {
  type ChangedIds,
  type ChangedNoun,
  type Changes,
  isChangedNoun,
} from '../../server/domain/changes'

/** More rows than these are read again by a list rather than one by one. */
const MOST_IDS = 500

type Noted = Map<ChangedNoun, Set<number> | 'all'>

export class ChangeCollector implements KyselyPlugin {
  readonly #changes: Noted = new Map()
  /** Queries whose rows only their results can name. */
  readonly #unnamed = new WeakMap<object, ChangedNoun>()

  get changes(): Changes {
    return this.#changes
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    const noun = writtenNoun(node)
    if (noun === undefined) return node
    const named = 'where' in node && node.where ? idsIn(noun, node.where.where) : undefined
    if (named !== undefined) this.#note(named.noun, named.ids)
    else if ('returning' in node && node.returning) this.#unnamed.set(queryId, noun)
    else this.#note(noun, 'all')
    return node
  }

  async transformResult(args: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const noun = this.#unnamed.get(args.queryId)
    if (noun !== undefined) {
      const ids = args.result.rows.map(({ id }) => id)
      const isNamed = ids.every((id) => typeof id === 'number')
      this.#note(noun, isNamed ? ids : 'all')
    }
    return args.result
  }

  #note(noun: ChangedNoun, ids: readonly number[] | 'all'): void {
    const known = this.#changes.get(noun)
    if (ids === 'all' || known === 'all') {
      this.#changes.set(noun, 'all')
      return
    }
    const all = known ?? new Set()
    for (const id of ids) all.add(id)
    if (all.size > 0) this.#changes.set(noun, all.size > MOST_IDS ? 'all' : all)
  }
}

function writtenNoun(node: RootOperationNode): ChangedNoun | undefined {
  const table = writtenTable(node)
  const name = table !== undefined && TableNode.is(table) ? table.table.identifier.name : ''
  return isChangedNoun(name) ? name : undefined
}

function writtenTable(node: RootOperationNode): OperationNode | undefined {
  if (InsertQueryNode.is(node)) return node.into
  if (UpdateQueryNode.is(node)) return node.table
  if (node.kind !== 'DeleteQueryNode' || !('from' in node)) return undefined
  return node.from && FromNode.is(node.from) ? node.from.froms[0] : undefined
}

interface Named {
  readonly noun: ChangedNoun
  readonly ids: readonly number[]
}

/** A token is forgotten with its user, too. */
const NAMING: Readonly<Record<ChangedNoun, Readonly<Record<string, ChangedNoun>>>> = {
  users: { id: 'users' },
  tokens: { id: 'tokens', user_id: 'users' },
  channels: { id: 'channels' },
  limits: { id: 'limits' },
  options: {},
  prices: {},
  model_lengths: {},
}

function idsIn(noun: ChangedNoun, node: OperationNode): Named | undefined {
  if (ParensNode.is(node)) return idsIn(noun, node.node)
  if (AndNode.is(node)) return idsIn(noun, node.left) ?? idsIn(noun, node.right)
  if (!BinaryOperationNode.is(node)) return undefined
  const column = columnOf(node.leftOperand)
  const named = column === undefined ? undefined : NAMING[noun][column]
  const operator = OperatorNode.is(node.operator) ? node.operator.operator : ''
  if (named === undefined || (operator !== '=' && operator !== 'in')) return undefined
  const ids = numbersIn(node.rightOperand)
  return ids && { noun: named, ids }
}

function columnOf(node: OperationNode): string | undefined {
  if (!ReferenceNode.is(node) || !ColumnNode.is(node.column)) return undefined
  return node.column.column.name
}

function numbersIn(node: OperationNode): readonly number[] | undefined {
  const values = PrimitiveValueListNode.is(node)
    ? node.values
    : ValueNode.is(node)
      ? [node.value]
      : undefined
  return values?.every((value) => typeof value === 'number') ? values : undefined
}

const ENCODED_BYTES = 7000

/** Fits what PostgreSQL lets a notice carry: nouns with too many rows are named whole. */
export function encodeChanges(changes: Changes, said: Omit<Notice, 'changes'>): string {
  const ids = (each: ChangedIds) => (each === 'all' ? each : [...each])
  const whole = Object.fromEntries([...changes].map(([noun, each]) => [noun, ids(each)]))
  const text = JSON.stringify({ ...said, changed: whole })
  if (text.length <= ENCODED_BYTES) return text
  const changed = Object.fromEntries([...changes].map(([noun]) => [noun, 'all']))
  return JSON.stringify({ ...said, changed })
}

export interface Notice {
  readonly from: string
  /** The how manieth change it is; absent in a database without a count. */
  readonly count?: number | undefined
  readonly changes: Changes
}

/** `undefined` for a text that is none of ours, such as that of another version. */
export function decodeChanges(text: string): Notice | undefined {
  try {
    const { from, count, changed } = Object(JSON.parse(text))
    if (typeof from !== 'string') return undefined
    const changes = new Map<ChangedNoun, ChangedIds>()
    for (const [noun, ids] of Object.entries(Object(changed))) {
      if (isChangedNoun(noun)) changes.set(noun, Array.isArray(ids) ? new Set(ids) : 'all')
    }
    return { from, count: typeof count === 'number' ? count : undefined, changes }
  } catch {
    return undefined
  }
}
