/** The cursor among what is relayed now, and what can be done about the row under it. */
import { useState } from 'react'
import type { LiveJson } from '../../../../server/domain/endpoints/live'
import type { TextKey } from '../../../../server/domain/i18n/translate'
import type { Binding } from '../../keys/binding'
import { useTools } from '../../tools'
import { useScreenKeys } from '../../use-screen-keys'
import { PANELS, type PanelName } from './layout'
import { nowActions, openNow } from './now-actions'
import { inTrouble } from './panels'

export interface NowCursor {
  readonly panel: PanelName
  /** Number of the row. */
  readonly at: number
}

interface Place {
  readonly panel: PanelName
  /** Of the row; where it is gone, the one that has come in its place. */
  readonly id: string
  readonly at: number
}

/** What identifies the rows of a panel. */
function idsOf(live: LiveJson, panel: PanelName): readonly string[] {
  const rows = panel === 'channels' ? inTrouble(live.channels) : live[panel]
  return rows.map(({ id }) => String(id))
}

/** A call by its request id, the rest by what it is called. */
function nameOf(live: LiveJson | undefined, panel: PanelName, id: string): string {
  if (live === undefined || panel === 'calls') return id
  return live[panel].find((row) => String(row.id) === id)?.name ?? id
}

export function useNow(live: LiveJson | undefined, isActive: boolean): NowCursor {
  const tools = useTools()
  const { text, open } = tools
  const [place, move] = useState<Place>({ panel: 'calls', id: '', at: 0 })
  const { panel } = place
  const ids = live === undefined ? [] : idsOf(live, panel)
  const same = ids.indexOf(place.id)
  const at = Math.max(0, Math.min(ids.length - 1, same >= 0 ? same : place.at))
  const id = ids[at] ?? ''
  const to = (next: number): void => {
    const row = Math.max(0, Math.min(ids.length - 1, next))
    move({ panel, id: ids[row] ?? '', at: row })
  }
  const aside = (by: number): void => {
    const next = PANELS[(PANELS.indexOf(panel) + by + PANELS.length) % PANELS.length] ?? panel
    move({ panel: next, id: '', at: 0 })
  }
  const items = live === undefined ? [] : nowActions({ panel, id, live, tools })
  const bind = (keys: readonly string[], title: TextKey, run: () => void): Binding => ({
    keys,
    title: text(title),
    run,
  })
  const bindings = [
    bind(['enter'], 'tui.detail', () => live && openNow({ panel, id, live, tools }, items)),
    ...items.map(({ key, title, run }) => ({ keys: [key], title, run })),
    bind(['m', '.'], 'ui.actions', () => open({ kind: 'menu', title: text('ui.actions'), items })),
    bind(['ctrl+y'], 'tui.copy', () => tools.copy(nameOf(live, panel, id))),
    bind(['tab', 'right'], 'tui.next_top', () => aside(1)),
    bind(['shift+tab', 'left'], 'tui.previous_top', () => aside(-1)),
    bind(['down', 'j'], 'tui.down', () => to(at + 1)),
    bind(['up', 'k'], 'tui.up', () => to(at - 1)),
    bind(['home', 'g'], 'tui.first', () => to(0)),
    bind(['end', 'G'], 'tui.last', () => to(ids.length - 1)),
  ]
  const commands = items.map(({ title, run }) => ({ name: title.replaceAll(' ', '-'), title, run }))
  useScreenKeys({ bindings, commands, isActive })
  return { panel, at }
}
