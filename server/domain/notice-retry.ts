import { canMove, NOTICE_STATE, noticeState } from './status'

interface NoticeFacts {
  readonly state: string
  /** As webhooks name it. */
  readonly type: string
}

/**
 * Whether a person may have it sent again. Not what has arrived or is being sent, and not a mail
 * that is only listed: the link in it was never stored.
 */
export function canRetryNotice({ state, type }: NoticeFacts): boolean {
  return type !== 'mail' && canMove(noticeState, state, NOTICE_STATE.waiting)
}

/** Whether a person may let it rest: it has not arrived, and nobody is sending it now. */
export function canDismissNotice({ state }: NoticeFacts): boolean {
  return canMove(noticeState, state, NOTICE_STATE.dismissed)
}
