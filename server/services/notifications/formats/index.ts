/** Every service that is reached by a POST. */
import type { NoticeServiceId } from '../../../domain/notices/service-ids'
import { bark } from './bark'
import { dingtalk } from './dingtalk'
import { discord } from './discord'
import { feishu } from './feishu'
import type { Format } from './format'
import { gotify } from './gotify'
import { ntfy } from './ntfy'
import { pagerduty } from './pagerduty'
import { serverchan } from './serverchan'
import { slack } from './slack'
import { telegram } from './telegram'
import { webhook } from './webhook'
import { wecom } from './wecom'
import { wxpusher } from './wxpusher'

export const FORMATS: Readonly<Record<Exclude<NoticeServiceId, 'email'>, Format>> = {
  webhook,
  slack,
  discord,
  telegram,
  feishu,
  dingtalk,
  wecom,
  serverchan,
  bark,
  ntfy,
  gotify,
  pagerduty,
  wxpusher,
}
