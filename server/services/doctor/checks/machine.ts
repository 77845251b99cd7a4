import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { databaseFile } from '../../../configuration'
import { freeBytesAt, LEAST_FREE_BYTES } from '../../health/free-disk'
import type { Check, Finding } from '../check'
import { inMegabytes } from '../megabytes'
import type { Surroundings } from '../surroundings'

export const disk: Check<Surroundings> = {
  id: 'disk',
  area: 'machine',
  look: async ({ place }) => {
    const file = databaseFile(place.databaseUrl)
    const folder = nearestFolder(file === '' ? place.dataDir : dirname(file))
    const databaseBytes = sizeOf(file) + sizeOf(`${file}-wal`)
    return checkDisk({ folder, freeBytes: freeBytesAt(folder), databaseBytes })
  },
}

export interface DiskFacts {
  readonly folder: string
  readonly freeBytes: number
  readonly databaseBytes: number
}

export function checkDisk({ folder, freeBytes, databaseBytes }: DiskFacts): Finding {
  const params = { folder, free: inMegabytes(freeBytes), size: inMegabytes(databaseBytes) }
  if (freeBytes < LEAST_FREE_BYTES) {
    return { status: 'fail', text: 'doctor.disk.free', hint: 'doctor.disk.full_hint', params }
  }
  // A migration and a restore copy the whole file.
  if (freeBytes < databaseBytes + LEAST_FREE_BYTES) {
    return { status: 'warn', text: 'doctor.disk.free', hint: 'doctor.disk.copy_hint', params }
  }
  return { status: 'ok', text: 'doctor.disk.free', params }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** A data folder that is still to be made will be on the disk of the one above. */
function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(dirname(folder))
}

export const timeZone: Check<Surroundings> = {
  id: 'time-zone',
  area: 'machine',
  look: async ({ env }) => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    const wanted = env.TZ?.trim() ?? ''
    const params = { zone, wanted }
    if (wanted === '' || isTimeZone(wanted)) {
      return { status: 'ok', text: 'doctor.time_zone.ok', params }
    }
    const hint = 'doctor.time_zone.hint'
    return { status: 'warn', text: 'doctor.time_zone.unknown', hint, params }
  },
}

/** The runtime takes UTC without a word for a name that it does not know. */
function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name.replace(/^:/, '') }) !== undefined
  } catch {
    return false
  }
}
