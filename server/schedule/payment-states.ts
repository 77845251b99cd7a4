import { defineJob } from './job'

/** Orders of which no notice has come, and plans that payment services charge for. */
export const paymentStates = defineJob({
  name: 'payment states',
  everyMs: 30_000,
  run: async ({ services }) => {
    await services.payments.askDue()
    await services.payments.syncDue()
  },
})

export const paymentReconciliation = defineJob({
  name: 'payment reconciliation',
  everyMs: 86_400_000,
  run: ({ services }) => services.payments.openDifferences(),
})
