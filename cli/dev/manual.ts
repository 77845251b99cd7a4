/**
 * The parts of the manual that follow from rows in the code. `bun cli/dev/manual.ts` writes them
 * between their marks in web/docs; a test fails when they are out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MANUAL_INDEX, manualTopics, SKILL_FILE } from '../../server/domain/manual'
import { commandReference } from '../reference'
import { skillText } from '../skill'
import { callMatrix, missingRoutes, vendorMatrix } from './manual-matrix'
import { alertTable, metricTable } from './manual-metrics'
import { objectTable, routeTable } from './manual-routes'
import { configurationTable, optionTables, priceTable } from './manual-rows'
import { tableText } from './manual-table'

const MANUAL = join(import.meta.dir, '../../web/docs')

/** Text between the marks, by the mark's name. */
export const SECTIONS: Readonly<Record<string, () => string>> = {
  configuration: () => tableText(configurationTable()),
  options: optionTables,
  prices: () => tableText(priceTable()),
  commands: commandReference,
  metrics: () => tableText(metricTable()),
  alerts: () => tableText(alertTable()),
  routes: () => tableText(routeTable()),
  objects: () => tableText(objectTable()),
  matrix: () => tableText(callMatrix()),
  'not-offered': () => tableText(missingRoutes()),
  vendors: () => tableText(vendorMatrix()),
}

const MARKED = /<!-- ([\w-]+) -->\n[\s\S]*?<!-- \/\1 -->/g

/** A page with its generated parts as they should be. Throws for a mark that nothing fills. */
export function withTables(page: string): string {
  return page.replaceAll(MARKED, (_, name: string) => {
    const make = SECTIONS[name]
    if (make === undefined) throw new Error(`the manual has no generated part ${name}`)
    return `<!-- ${name} -->\n${make()}\n<!-- /${name} -->`
  })
}

function writeManual(): void {
  for (const { id } of manualTopics(readFileSync(join(MANUAL, MANUAL_INDEX), 'utf8'))) {
    const path = join(MANUAL, `${id}.md`)
    writeFileSync(path, withTables(readFileSync(path, 'utf8')))
  }
  writeFileSync(join(MANUAL, SKILL_FILE), skillText())
}

if (import.meta.main) writeManual()
