/** Notices to people: what became of them, and whether they arrive. */
import { type Static, Type } from '@sinclair/typebox'
import { NOTICE_SERVICE_IDS } from '../notices/service-ids'
import { NOTICE_SORTS } from '../resources/notices'
import {
  endpoint,
  IdParams,
  OptionalInteger,
  OptionalText,
  PageQuery,
  pageOf,
  sortedBy,
} from './endpoint'

const NoticeJson = Type.Object({
  id: Type.Integer(),
  user_id: Type.Integer(),
  username: Type.String(),
  /** Name of the contact point that it goes to; "" for the user's own setting. */
  contact_point: Type.String(),
  /** As webhooks name it. */
  type: Type.String(),
  /** In the language of the caller, as is the failure. */
  title: Type.String(),
  /** `waiting`, `sent`, `failed` (tried again), `given_up` or `dismissed`. */
  state: Type.String(),
  /** Id of a service such as `email`, or "" when there was no way. */
  way: Type.String(),
  attempts: Type.Integer(),
  /** Why the last attempt failed; "" otherwise. */
  failure: Type.String(),
  /** Epoch seconds, as the next two. */
  created_at: Type.Integer(),
  /** 0 when nobody tries any more. */
  next_at: Type.Integer(),
  /** 0 while it is open. */
  done_at: Type.Integer(),
})

export type NoticeJson = Static<typeof NoticeJson>

const TestResult = Type.Object({
  way: Type.Union(NOTICE_SERVICE_IDS.map((id) => Type.Literal(id))),
  /** What the mail server or the service said; "" when it is not shown. */
  answer: Type.String(),
})

const EXAMPLE: NoticeJson = {
  id: 12,
  user_id: 7,
  username: 'ann',
  contact_point: '',
  type: 'quota_exceed',
  title: 'Your quota is running out',
  state: 'failed',
  way: 'email',
  attempts: 2,
  failure: 'The mail could not be sent: the server cannot be reached',
  created_at: 1_712_800_000,
  next_at: 1_712_800_360,
  done_at: 0,
}

export const noticeEndpoints = [
  endpoint({
    id: 'notice.list',
    method: 'GET',
    path: '/api/notice/list',
    role: 'admin',
    heavy: true,
    query: Type.Composite([
      PageQuery,
      sortedBy(NOTICE_SORTS),
      Type.Object({ state: OptionalText, user_id: OptionalInteger, username: OptionalText }),
    ]),
    data: pageOf(NoticeJson),
    summary:
      'Lists the notices to users, root and contact points of the last 30 days, newest first.',
    example: { items: [EXAMPLE], total: 1, page: 1, page_size: 10 },
  }),
  endpoint({
    id: 'notice.retry',
    method: 'POST',
    path: '/api/notice/:id/retry',
    role: 'admin',
    params: IdParams,
    data: Type.Pick(TestResult, ['way']),
    summary:
      'Sends a notice that failed or was given up once more, now. A failure leaves the tries ' +
      'that are still to come.',
    example: { way: 'email' },
  }),
  endpoint({
    id: 'notice.dismiss',
    method: 'POST',
    path: '/api/notice/:id/dismiss',
    role: 'admin',
    params: IdParams,
    data: Type.Object({ id: Type.Integer() }),
    summary: 'Lets a notice that failed or was given up rest: it is not tried again by itself.',
    example: { id: 12 },
  }),
  endpoint({
    id: 'notice.test',
    method: 'POST',
    path: '/api/notice/test',
    role: 'user',
    organisation: 'pay',
    data: TestResult,
    summary: 'Sends a test notice by the own setting, at most five times an hour.',
    example: { way: 'webhook', answer: 'HTTP 204' },
  }),
  endpoint({
    id: 'notice.test_mail',
    method: 'POST',
    path: '/api/notice/test_mail',
    role: 'root',
    body: Type.Object({ to: OptionalText }),
    data: TestResult,
    summary: 'Mails a test to an address by the saved SMTP settings; tells the real answer.',
    example: { way: 'email', answer: '250 2.0.0 OK: queued as 4F1B2' },
  }),
] as const
