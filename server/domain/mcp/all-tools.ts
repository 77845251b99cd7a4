/** Every tool, in the order in which assistants see them. */
import type { Tool } from './tool'
import { tokenTools, userTools } from './tools/account'
import { channelTools } from './tools/channel'
import { jobTools } from './tools/job'
import { logTools } from './tools/log'
import { moneyTools } from './tools/money'
import { siteTools } from './tools/site'
import { usageTools } from './tools/usage'

export const TOOLS: readonly Tool[] = [
  ...siteTools,
  ...channelTools,
  ...logTools,
  ...usageTools,
  ...moneyTools,
  ...tokenTools,
  ...userTools,
  ...jobTools,
]
