import { defineJob } from './job'

/** Orders of which no notice has come. */
export const paymentStates = defineJob({
  name: 'payment states',
  everyMs: 30_000,
  run: ({ services }) => services.payments.askDue(),
})

export const paymentReconciliation = defineJob({
  name: 'payment reconciliation',
  everyMs: 86_400_000,
  run: ({ services }) => services.payments.openDifferences(),
})
