import { defineJob } from './job'

export const noticeDelivery = defineJob({
  name: 'notice delivery',
  everyMs: 30_000,
  run: ({ services }) => services.notifications.deliverDue(),
})
