import { useSyncExternalStore } from 'react'
import { isAdmin } from '../../../server/domain/accounts/roles'
import type { Resource } from '../../../server/domain/resources/resource'
import { useViewer } from '../../app/session'
import { readStored, store } from '../../app/storage'

const listeners = new Set<() => void>()

function storedAs(noun: string): string {
  return `columns-${noun}`
}

/** Columns that this viewer may see at all. */
export function useAllowedColumns<Name extends string>(
  resource: Resource<string, Name>,
): readonly Name[] {
  const viewer = useViewer()
  const names = Object.keys(resource.columns) as Name[]
  return names.filter((name) => !resource.columns[name].adminOnly || isAdmin(viewer?.role ?? 0))
}

/** Those among them that are shown: the resource's choice, until the viewer makes another. */
export function useShownColumns<Name extends string>(
  resource: Resource<string, Name>,
): readonly Name[] {
  const allowed = useAllowedColumns(resource)
  const stored = useSyncExternalStore(subscribe, () => readStored(storedAs(resource.noun)))
  if (stored === undefined) return allowed.filter((name) => resource.columns[name].shown)
  const chosen = stored.split(',')
  return allowed.filter((name) => chosen.includes(name))
}

export function chooseColumns(noun: string, names: readonly string[]): void {
  store(storedAs(noun), names.join(','))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
