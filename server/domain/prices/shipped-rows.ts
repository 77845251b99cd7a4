/** Prices of models newer than the family's own tables, from the price list and by hand. */
import { CATALOGUE } from './catalogue'
import type { CatalogueRow } from './catalogue-row'
import { PUBLISHED } from './published'
import { catalogueRows } from './published/published'

export const SHIPPED_ROWS: Readonly<Record<string, CatalogueRow>> = {
  ...CATALOGUE,
  ...catalogueRows(PUBLISHED),
}

/** One column, of the rows that have it; with `only`, of those that have that column too. */
export function shippedColumn<Column extends keyof CatalogueRow>(
  column: Column,
  only: keyof CatalogueRow = column,
): Record<string, NonNullable<CatalogueRow[Column]>> {
  const table: Record<string, NonNullable<CatalogueRow[Column]>> = {}
  for (const [model, row] of Object.entries(SHIPPED_ROWS)) {
    const value = row[column]
    if (value !== undefined && value !== null && row[only] !== undefined) table[model] = value
  }
  return table
}
