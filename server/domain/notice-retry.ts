import { NOTICE_STATE } from './status'

interface NoticeFacts {
  readonly state: string
  /** As webhooks name it. */
  readonly type: string
}

/**
 * Whether a person may have it sent again. Not what has arrived or is being sent, and not a mail
 * that is only listed: the link in it was never kept.
 */
export function canRetryNotice({ state, type }: NoticeFacts): boolean {
  return type !== 'mail' && (state === NOTICE_STATE.failed || state === NOTICE_STATE.given_up)
}
