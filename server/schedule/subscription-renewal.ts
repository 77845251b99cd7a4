import { defineJob } from './job'

export const subscriptionRenewal = defineJob({
  name: 'subscription renewal',
  everyMs: 20_000,
  run: ({ services }) => services.subscriptions.renew(),
})

export const planReminders = defineJob({
  name: 'plan reminders',
  everyMs: 600_000,
  run: ({ services }) => services.subscriptions.remind(),
})
