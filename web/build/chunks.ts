/**
 * Which files the build makes. A page that a visit begins with, and every list, is at most four
 * scripts: the frame, what such pages share, what its family has in common, and the page itself.
 * What is fetched late comes in files of its own.
 */
import { join } from 'node:path'
import type { PageRow } from './page-rows'

interface Graph {
  getModuleInfo(id: string): {
    readonly importedIds: readonly string[]
    readonly importers: readonly string[]
    readonly dynamicImporters: readonly string[]
  } | null
}

type NameOf = (id: string, graph: Graph) => string | null

/** Each family is made of the same parts, so that none of it carries much for the others. */
const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  account: ['/login', '/register', '/reset', '/user/reset'],
  pricing: ['/pricing'],
  start: ['/overview', '/token'],
  channel: ['/channel'],
  list: ['/all-tokens', '/redemption', '/order', '/user', '/notice', '/audit'],
  job: ['/midjourney', '/task'],
  model: ['/', '/model', '/route'],
  chat: ['/chat', '/chat2link'],
  log: ['/log'],
  price: ['/price'],
}

const WEB = join(import.meta.dirname, '..')
const DOMAIN = join(WEB, '../server/domain')

/** Light, and in so many places that a family's file would be fetched for each of them alone. */
const SHARED = [`${DOMAIN}/errors/gateway-error.ts`, `${DOMAIN}/bounds.ts`]

/** Where no visit begins, but where much is shared with others a little at a time. */
const GUESTS: Readonly<Record<string, readonly string[]>> = {
  setting: [
    `${WEB}/pages/setting/SettingPage.tsx`,
    `${WEB}/pages/setting/options/OptionTab.tsx`,
    `${WEB}/pages/setting/personal/PersonalTab.tsx`,
  ],
}

/** Small ones that are no file of their own, though pages outside the families need them too. */
const BESIDE: Readonly<Record<string, string>> = {
  'web/components/form/QuotaField.tsx': 'with-list',
  'server/domain/ledger/entry-kinds.ts': 'shared',
  'server/domain/nouns/noun-starts.ts': 'shared',
  'web/components/form/other-values.ts': 'shared',
  'web/components/form/JsonField.tsx': 'with-form',
  'web/components/page/TabLinks.tsx': 'with-form',
  'web/components/table/PlainTable.tsx': 'with-setting',
  'web/pages/setting/personal/NotifyCard.tsx': 'with-notices',
  'web/pages/setting/personal/WebhookFields.tsx': 'with-notices',
  'web/pages/setting/personal/notify-values.ts': 'with-notices',
  'web/components/plan/use-plan-texts.ts': 'with-plan',
  'web/components/plan/SubscriptionState.tsx': 'with-plan',
  'web/components/plan/SubscriptionUse.tsx': 'with-plan',
  'web/components/plan/renewal.ts': 'with-plan',
  'server/domain/payments/recurring-interval.ts': 'with-plan',
  'web/components/stats/wait-text.ts': 'shared',
  'web/pages/session/session-path.ts': 'shared',
  '@primer/react/dist/Textarea/Textarea.js': 'with-form',
  '@primer/react/dist/Textarea/TextArea.module.css.js': 'with-form',
  '@primer/octicons-react/dist/icons/PaperAirplaneIcon.mjs': 'with-form',
}

/** Names the file of a module; `null` leaves it with who needs it. */
export function chunkNames(entry: string, rows: readonly PageRow[]): NameOf {
  let names: ReadonlyMap<string, string> | undefined
  return (id, graph) => {
    names ??= namesIn(graph, entry, rows)
    const place = Object.keys(BESIDE).find((path) => id.endsWith(`/${path}`))
    return (place === undefined ? names.get(id) : BESIDE[place]) ?? null
  }
}

function namesIn(
  graph: Graph,
  entry: string,
  rows: readonly PageRow[],
): ReadonlyMap<string, string> {
  const frame = needs(entry, graph)
  const names = new Map(SHARED.map((id) => [id, 'shared']))
  const neededBy = (modules: readonly string[]) =>
    modules.flatMap((module) => neededElsewhere(module, frame, graph))
  for (const [family, paths] of Object.entries(FAMILIES)) {
    const own = `with-${family}`
    for (const id of neededBy(paths.map((path) => moduleOf(path, rows)))) {
      const known = names.get(id)
      names.set(id, known === undefined || known === own ? own : 'shared')
    }
  }
  for (const [family, modules] of Object.entries(GUESTS)) {
    for (const id of neededBy(modules)) if (!names.has(id)) names.set(id, `with-${family}`)
  }
  return names
}

/** What a page needs beyond the frame and is not alone to need. */
function neededElsewhere(
  module: string,
  frame: ReadonlySet<string>,
  graph: Graph,
): readonly string[] {
  const needed = needs(module, graph)
  return [...needed].filter((id) => !frame.has(id) && isKnownOutside(id, { module, needed }, graph))
}

function moduleOf(path: string, rows: readonly PageRow[]): string {
  const row = rows.find(({ paths }) => paths[0] === path)
  if (row === undefined) throw new Error(`web/routes.ts has no page ${path}`)
  return row.module
}

interface PageNeeds {
  readonly module: string
  readonly needed: ReadonlySet<string>
}

/** Whether somebody beside the page needs it too, at once or late. */
function isKnownOutside(id: string, page: PageNeeds, graph: Graph): boolean {
  const users = new Set([id])
  for (const one of users) {
    if (!page.needed.has(one)) return true
    const info = graph.getModuleInfo(one)
    for (const other of info?.importers ?? []) users.add(other)
    // The page itself is fetched by the frame.
    if (one !== page.module) for (const other of info?.dynamicImporters ?? []) users.add(other)
  }
  return false
}

/** A module and all that it cannot run without. */
function needs(module: string, graph: Graph): ReadonlySet<string> {
  const found = new Set([module])
  for (const id of found) {
    for (const other of graph.getModuleInfo(id)?.importedIds ?? []) found.add(other)
  }
  return found
}
