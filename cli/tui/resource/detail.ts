import { fit, widthOf } from '../../text-width'
import { cellOf } from '../cells'
import type { Tools } from '../tools'
import type { Identified, ResourceDefinition } from './definition'

/** Every column of a row, hidden ones too, and what else the noun has to say. */
export function detailLines<Row extends Identified>(
  definition: ResourceDefinition<Row>,
  row: Row,
  tools: Tools,
): readonly string[] {
  const { text } = tools
  const names = Object.keys(definition.columns)
  const titles = names.map((name) => text(definition.titleOf(name)))
  const width = Math.max(...titles.map(widthOf)) + 2
  const lines = names.map((name, at) => {
    const value = textOfCell(definition, row, { name, tools })
    return `${fit(titles[at] ?? '', width)}${value}`
  })
  const facts = definition.facts?.(row, tools) ?? []
  return facts.length === 0 ? lines : [...lines, '', ...facts]
}

function textOfCell<Row extends Identified>(
  { columns, cell }: ResourceDefinition<Row>,
  row: Row,
  { name, tools }: { readonly name: string; readonly tools: Tools },
): string {
  const fields = new Map<string, unknown>(Object.entries(row))
  const own = cell?.(name, row, tools)
  return (own ?? cellOf(columns[name]?.kind ?? 'text', fields.get(name), tools)).text
}
