/** A configuration file as text: what it says, where it says it, and what cannot be read in it. */
import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type ParsedNode,
  parseDocument,
} from 'yaml'
import { type Words, words } from '../words'

/** Something wrong at one place of a file. */
export interface FileFault {
  /** `gw.yaml:12:5`. */
  readonly place: string
  readonly said: Words
}

export interface YamlFile {
  readonly name: string
  readonly document: Document.Parsed<ParsedNode>
  readonly tree: unknown
  readonly faults: readonly FileFault[]
  /** Of a key, or as far as the file knows the way to it. */
  readonly placeOf: (path: readonly string[]) => { readonly depth: number; readonly text: string }
}

/** Aliases of a file that was written by hand are few; more would be there to blow it up. */
const MOST_ALIASES = 1000

export function readYaml(name: string, source: string): YamlFile {
  const lines = new LineCounter()
  const document = parseDocument(source, {
    lineCounter: lines,
    prettyErrors: false,
    merge: true,
  })
  const placeAt = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return `${name}:${Math.max(line, 1)}:${Math.max(col, 1)}`
  }
  const faults = document.errors.map(({ pos: [start], message }) => {
    return { place: placeAt(start), said: words`it is no YAML: ${message}` }
  })
  const placeOf = (path: readonly string[]) => {
    const { depth, offset } = findKey(document, path)
    return { depth, text: placeAt(offset) }
  }
  const found = { name, document, faults, placeOf }
  if (faults.length > 0) return { ...found, tree: undefined }
  try {
    return { ...found, tree: document.toJS({ maxAliasCount: MOST_ALIASES }) }
  } catch (error) {
    const said = words`it is no YAML: ${error instanceof Error ? error.message : String(error)}`
    return { ...found, tree: undefined, faults: [{ place: placeAt(0), said }] }
  }
}

function findKey(document: Document.Parsed<ParsedNode>, path: readonly string[]) {
  let node: unknown = document.contents
  let offset = 0
  for (const [depth, key] of path.entries()) {
    if (isMap(node)) {
      const pair = node.items.find((each) => keyText(each.key) === key)
      if (pair === undefined) return { depth, offset }
      offset = startOf(pair.key) ?? offset
      node = pair.value
    } else if (isSeq(node)) {
      node = node.items[Number(key)]
      offset = startOf(node) ?? offset
    } else return { depth, offset }
  }
  return { depth: path.length, offset }
}

function keyText(key: unknown): string {
  return String(isScalar(key) ? key.value : key)
}

function startOf(node: unknown): number | undefined {
  const hasRange = isScalar(node) || isMap(node) || isSeq(node)
  return hasRange ? node.range?.[0] : undefined
}
