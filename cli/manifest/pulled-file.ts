/** The configuration of a gateway, written into a new file or into an existing one. */
import { Document, isMap, isNode, type YAMLMap } from 'yaml'
import {
  isSameValue,
  type ManifestField,
  type ManifestFields,
} from '../../server/domain/manifest/fields'
import { leavesOf, referencesIn } from '../../server/domain/manifest/references'
import type { SectionName } from '../../server/domain/manifest/section'
import { SECTIONS } from '../../server/domain/manifest/sections'
import type { Pulled, PulledField, PulledItem } from '../../server/services/manifests/pull'

/** A line of a text stays one line, so that a difference of two versions is small. */
const LAYOUT = { lineWidth: 0 } as const

export function newFile(pulled: Pulled): string {
  const document = new Document({ version: 1 })
  update(document, pulled)
  return document.toString(LAYOUT)
}

/** With its comments, its order and its references, as far as they still say what is there. */
export function updatedFile(document: Document, pulled: Pulled): string {
  if (!isMap(document.contents)) return newFile(pulled)
  if (!document.has('version')) document.set('version', 1)
  update(document, pulled)
  return document.toString(LAYOUT)
}

function update(document: Document, { sections }: Pulled): void {
  for (const [section, items] of sections) {
    if (items.every(({ isShipped }) => isShipped) && !document.has(section)) continue
    if (!isMap(document.get(section))) document.set(section, document.createNode({}))
    const map = document.get(section)
    if (isMap(map)) updateSection({ document, section, map }, items)
  }
}

interface Place {
  readonly document: Document
  readonly section: SectionName
  readonly map: YAMLMap
}

function updateSection(place: Place, items: readonly PulledItem[]): void {
  const { map } = place
  const names = new Set(items.map(({ name }) => name))
  const known = Object.keys(Object(map.toJS(place.document)))
  for (const name of known.filter((each) => !names.has(each))) map.delete(name)
  // An empty flow map would take its new items on one line.
  map.flow = false
  for (const item of items) {
    if (map.has(item.name) || !item.isShipped) updateItem(place, item)
  }
}

function updateItem(place: Place, { name, fields }: PulledItem): void {
  const { document, section, map } = place
  if (fields === undefined) {
    if (map.get(name) !== null) map.set(name, null)
    return
  }
  const rows = SECTIONS[section].fieldsOf(name) ?? {}
  if (SECTIONS[section].isValue === true) {
    setField({ document, map, rows }, { key: name, field: 'value' }, fields.get('value'))
    return
  }
  if (!isMap(map.get(name))) map.set(name, document.createNode({}))
  const item = map.get(name)
  if (!isMap(item)) return
  const wasOnOneLine = item.flow === true && item.items.length > 0
  for (const field of Object.keys(rows)) {
    setField({ document, map: item, rows }, { key: field, field }, fields.get(field))
  }
  item.flow = wasOnOneLine || item.items.length === 0
}

interface FieldPlace {
  readonly document: Document
  readonly map: YAMLMap
  readonly rows: ManifestFields
}

interface FieldName {
  readonly key: string
  readonly field: string
}

function setField(
  { document, map, rows }: FieldPlace,
  { key, field }: FieldName,
  pulled: PulledField | undefined,
): void {
  if (pulled === undefined) map.delete(key)
  else if (!map.has(key)) {
    if (!pulled.isStart) map.set(key, document.createNode(pulled.value))
  } else {
    const node = map.get(key, true)
    const said: unknown = isNode(node) ? node.toJS(document) : node
    const isKept = hasReferences(said) || (!pulled.isReference && isSame(rows[field], said, pulled))
    if (!isKept) map.set(key, document.createNode(pulled.value))
  }
}

function hasReferences(said: unknown): boolean {
  return leavesOf(said).some((leaf) => {
    const isNamed = /^(?:file|keyring):/.test(leaf.text.trim())
    return isNamed || referencesIn(leaf).length > 0
  })
}

function isSame(row: ManifestField | undefined, said: unknown, { value }: PulledField) {
  try {
    return isSameValue(row?.read('', said), row?.read('', value))
  } catch {
    return false
  }
}
