/**
 * Tools that a client groups in namespaces, for vendors that know none: the namespace goes before
 * the name, and comes off again when the tool is called.
 */

import { isList, isObject } from '../../../wire/body-fields'
import type { Json, JsonObject } from '../../../wire/chat'

const BETWEEN = '__'

/** Some end in the separator already. */
export function flatName(namespace: Json | undefined, name: string): string {
  if (typeof namespace !== 'string' || namespace === '') return name
  return namespace.endsWith(BETWEEN) ? namespace + name : namespace + BETWEEN + name
}

export interface ListedTool {
  readonly tool: JsonObject
  readonly namespace: string | undefined
  /** Of `tools` in the client's body. */
  readonly path: string
}

/** Every tool that is one, those in namespaces after each other. */
export function listedTools(tools: readonly Json[]): readonly ListedTool[] {
  return tools.flatMap((tool, at): readonly ListedTool[] => {
    const path = `tools[${at}]`
    if (!isObject(tool)) return []
    const { type, name, tools: inner } = tool
    if (type !== 'namespace' || !isList(inner)) return [{ tool, namespace: undefined, path }]
    const namespace = typeof name === 'string' ? name : ''
    return inner.flatMap((one, index) =>
      isObject(one) ? [{ tool: one, namespace, path: `${path}.tools[${index}]` }] : [],
    )
  })
}
