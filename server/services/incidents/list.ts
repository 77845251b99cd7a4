import {
  countIncidents,
  findIncident,
  type IncidentFilter,
  listIncidents,
  updatesOf,
} from '../../../db/tables/incidents'
import { GatewayError } from '../../domain/errors/gateway-error'
import { type Page, type PageRequest, pageOf, pageWindow } from '../page'
import type { ServiceDeps } from '../service-deps'
import { type IncidentView, viewOf } from './view'

interface Wanted extends Pick<IncidentFilter, 'since'> {
  readonly isOpen?: boolean | undefined
}

/** The newest first. */
export async function listIncidentPage(
  deps: ServiceDeps,
  { isOpen, since, ...request }: PageRequest & Wanted,
): Promise<Page<IncidentView>> {
  const { lists } = deps.db
  const window = pageWindow(request)
  const nowMs = deps.clock.nowMs()
  const filter = { openAt: isOpen === true ? nowMs : undefined, since }
  const [rows, total] = await Promise.all([
    listIncidents(lists, { ...window, ...filter }),
    countIncidents(lists, filter),
  ])
  const updates = await updatesOf(
    lists,
    rows.map(({ id }) => id),
  )
  return pageOf(
    window,
    rows.map((row) => viewOf(row, updates, nowMs)),
    total,
  )
}

/** Throws `incident.not_found`. */
export async function showIncident(deps: ServiceDeps, id: number): Promise<IncidentView> {
  const { lists } = deps.db
  const row = await findIncident(lists, id)
  if (row === undefined) throw new GatewayError('incident.not_found')
  return viewOf(row, await updatesOf(lists, [id]), deps.clock.nowMs())
}
