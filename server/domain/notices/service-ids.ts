/** Ids of the services that carry notices, apart from all that is known of each. */

export const NOTICE_SERVICE_IDS = [
  ...(['email', 'webhook', 'slack', 'discord', 'telegram', 'feishu', 'dingtalk'] as const),
  ...(['wecom', 'serverchan', 'bark', 'ntfy', 'gotify', 'pagerduty', 'wxpusher'] as const),
] as const
export type NoticeServiceId = (typeof NOTICE_SERVICE_IDS)[number]

export function isNoticeService(id: string): id is NoticeServiceId {
  return NOTICE_SERVICE_IDS.some((known) => known === id)
}
