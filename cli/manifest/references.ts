/** What the references of a file stand for, looked up where the command runs. */
import { GatewayError } from '../../server/domain/errors/gateway-error'
import { messageOf } from '../../server/domain/errors/message'
import {
  isSecretPlace,
  type Leaf,
  leavesOf,
  type Reference,
  referencesIn,
  resolvedTree,
} from '../../server/domain/manifest/references'
import type { CommandContext } from '../command/context'
import { CommandFailure } from '../exit'
import { type Words, words } from '../words'

/** Something wrong at a path of the tree. */
export interface TreeFault {
  readonly path: readonly string[]
  readonly said: Words
}

export interface ResolvedTree {
  readonly tree: unknown
  readonly faults: readonly TreeFault[]
  /** Fields with a reference, joined by line ends. */
  readonly hidden: ReadonlySet<string>
}

const FIELD_DEPTH = 3

export async function resolveReferences(
  context: CommandContext,
  tree: unknown,
): Promise<ResolvedTree> {
  const leaves = leavesOf(tree)
  const used = leaves.map((leaf) => ({ leaf, references: referencesIn(leaf) }))
  const wanted = new Map(
    used.flatMap(({ references }) => references.map((each) => [keyOf(each), each] as const)),
  )
  const found = new Map(
    await Promise.all(
      [...wanted].map(async ([key, each]) => [key, await lookedUp(context, each)] as const),
    ),
  )
  const faults = used.flatMap(({ leaf, references }) => [
    ...openSecret(leaf, references),
    ...references.flatMap((each): TreeFault[] => {
      const answer = found.get(keyOf(each))
      return answer !== undefined && 'said' in answer
        ? [{ path: leaf.path, said: answer.said }]
        : []
    }),
  ])
  const textOf = (each: Reference) => {
    const answer = found.get(keyOf(each))
    return answer !== undefined && 'text' in answer ? answer.text : ''
  }
  const hidden = used
    .filter(({ references }) => references.length > 0)
    .map(({ leaf: { path } }) => fieldPath(path))
  return { tree: resolvedTree(tree, textOf), faults, hidden: new Set(hidden) }
}

/** Of a section whose items are values, the field is called `value`. */
function fieldPath(path: readonly string[]): string {
  const [section = '', item = '', field = 'value'] = path
  const isValue = section === 'options'
  return [section, item, isValue ? 'value' : field].slice(0, FIELD_DEPTH).join('\n')
}

const keyOf = ({ kind, name }: Reference) => `${kind}:${name}`

function openSecret({ path }: Leaf, references: readonly Reference[]): readonly TreeFault[] {
  if (references.length > 0 || !isSecretPlace(path)) return []
  const forms = ['$', '{NAME}, file:PATH, keyring:NAME'].join('')
  return [{ path, said: words`it is a secret, so it has to stand by reference: ${forms}` }]
}

type Answer = { readonly text: string } | { readonly said: Words }

async function lookedUp(context: CommandContext, { kind, name }: Reference): Promise<Answer> {
  try {
    const text = await textOf(context, { kind, name })
    if (text !== undefined && text !== '') return { text }
    return { said: NOTHING[kind](name) }
  } catch (error) {
    if (error instanceof GatewayError) return { said: messageOf(error, context.language) }
    if (error instanceof CommandFailure) return { said: error.said }
    throw error
  }
}

const NOTHING = {
  env: (name: string) => words`the variable ${name} is not set`,
  file: (name: string) => words`the file ${name} is empty`,
  keyring: (name: string) => words`the keyring has nothing under gw/${name}`,
} as const satisfies Record<Reference['kind'], (name: string) => Words>

async function textOf(context: CommandContext, { kind, name }: Reference) {
  if (kind === 'env') return await context.variable(name)
  if (kind === 'keyring') return await context.keyring(name)
  return (await context.file(name)).trim()
}
