/** Where pictures of drawings are to be had: here, or at the program that drew them. */
import { pictureLink, type Sign } from '../../../domain/jobs/links'
import { DRAWING_STATUS } from '../../../domain/status'
import type { Relay } from '../../call/relay'
import type { Drawn } from '../../ports/jobs'
import type { JobCaller } from '../job-caller'

export interface PicturePorts {
  readonly relay: Relay
  readonly sign: Sign
}

/** "" for a drawing that has none yet. */
export function pictureAddress(
  { relay, sign }: PicturePorts,
  { origin }: JobCaller,
  { mj_id, image_url, status, progress }: Drawn['row'],
): string {
  const { forwardsPictures, serverAddress, linkMinutes } = relay.directory.settings().jobs
  if (image_url === '' || !forwardsPictures) return image_url
  const terms = { sign, nowMs: relay.clock.nowMs(), linkMinutes, site: serverAddress || origin }
  return pictureLink(terms, mj_id, status === DRAWING_STATUS.success ? '' : progress)
}
