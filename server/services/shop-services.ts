/** Money, prices, and what was used: the half of the services that is about amounts. */
import type { Bind } from './bind'
import { failuresByHour } from './dashboard/failures'
import { ownUsageHours, usageHours } from './dashboard/hours'
import { topSpenders } from './dashboard/top'
import { listDrawingPage, listOwnDrawingPage, showDrawing } from './drawings/list'
import { billingDetails, setBillingDetails } from './invoices/billing-details'
import { invoiceCsv, invoicePdf, monthPdf } from './invoices/files'
import { linkInvoice, signedInvoice } from './invoices/link'
import { monthOf } from './invoices/month'
import { listInvoicePage, showInvoice } from './invoices/read'
import { cancelJob, retryJob } from './jobs/act'
import { refundJob } from './jobs/refund'
import { sweepJobRows } from './jobs/sweep'
import { listLimits, ownLimits } from './limits/list'
import { purgeLimitCounters } from './limits/purge'
import { removeLimit } from './limits/remove'
import { setLimits } from './limits/set'
import { logHistogram } from './logs/histogram'
import { leaveLogs } from './logs/leave'
import { listLogPage } from './logs/list'
import { moveLogMonths } from './logs/move-months'
import { logsOfKey } from './logs/of-key'
import { oldestLog } from './logs/oldest'
import { logReader } from './logs/reader'
import { removeLogs } from './logs/remove'
import { retainLogs } from './logs/retain'
import { searchLogs } from './logs/search'
import { shipLogs } from './logs/ship'
import { logStat } from './logs/stat'
import { logStorage } from './logs/storage'
import { newestLog, tailLogs } from './logs/tail'
import { walkLogs } from './logs/walk'
import { askAndShow, askOwnAndShow, refundAndShow } from './payments/acts'
import { askDueOrders } from './payments/ask'
import { closePaymentCase, countOpenCases, listPaymentCases } from './payments/cases'
import { completePayment } from './payments/complete'
import { expirePayments } from './payments/expire'
import { listOrderPage } from './payments/list'
import { orderPayment } from './payments/order'
import { paymentMethods, quoteOf, quotePayment } from './payments/quote'
import { receiveNotice, receiveServiceNotice, settlePayment } from './payments/receive-notice'
import { openDifferences, reconcileOrders } from './payments/reconcile'
import { syncDueRecurring } from './payments/recurring/due'
import { openPortal } from './payments/recurring/portal'
import { showOrder } from './payments/show'
import { planServices } from './plan-services'
import { priceServices } from './price-services'
import { listPricing } from './pricing/list'
import { ratioConfig } from './pricing/ratio-config'
import { createRedemptions } from './redemptions/create'
import { listRedemptionPage } from './redemptions/list'
import { redeem } from './redemptions/redeem'
import { deleteRedemption } from './redemptions/remove'
import { setRedemption } from './redemptions/set'
import { showRedemption } from './redemptions/show'
import { listOwnTaskPage, listTaskPage, showTask } from './tasks/list'
import { statementOf } from './usage/statement'

export function shopServices(bound: Bind) {
  return {
    ...planServices(bound),
    redemptions: {
      create: bound(createRedemptions),
      list: bound(listRedemptionPage),
      show: bound(showRedemption),
      set: bound(setRedemption),
      remove: bound(deleteRedemption),
      redeem: bound(redeem),
    },
    payments: paymentServices(bound),
    invoices: invoiceServices(bound),
    ...priceServices(bound),
    pricing: { list: bound(listPricing), ratioConfig: bound(ratioConfig) },
    limits: {
      list: bound(listLimits),
      own: bound(ownLimits),
      set: bound(setLimits),
      remove: bound(removeLimit),
      purge: bound(purgeLimitCounters),
    },
    dashboard: {
      hours: bound(usageHours),
      ownHours: bound(ownUsageHours),
      failures: bound(failuresByHour),
      top: bound(topSpenders),
    },
    wallet: { statement: bound(statementOf) },
    logs: logServices(bound),
    jobs: {
      cancel: bound(cancelJob),
      retry: bound(retryJob),
      refund: bound(refundJob),
      sweep: bound(sweepJobRows),
    },
    drawings: {
      list: bound(listDrawingPage),
      listOwn: bound(listOwnDrawingPage),
      show: bound(showDrawing),
    },
    tasks: { list: bound(listTaskPage), listOwn: bound(listOwnTaskPage), show: bound(showTask) },
  } as const
}

function paymentServices(bound: Bind) {
  return {
    methods: bound(paymentMethods),
    quote: bound(quotePayment),
    quoteOf: bound(quoteOf),
    order: bound(orderPayment),
    settle: bound(settlePayment),
    receiveNotice: bound(receiveNotice),
    receiveServiceNotice: bound(receiveServiceNotice),
    list: bound(listOrderPage),
    show: bound(showOrder),
    complete: bound(completePayment),
    ask: bound(askAndShow),
    askOwn: bound(askOwnAndShow),
    askDue: bound(askDueOrders),
    syncDue: bound(syncDueRecurring),
    portal: bound(openPortal),
    refund: bound(refundAndShow),
    cases: bound(listPaymentCases),
    openCases: bound(countOpenCases),
    closeCase: bound(closePaymentCase),
    reconcile: bound(reconcileOrders),
    openDifferences: bound(openDifferences),
    expire: bound(expirePayments),
  }
}

function invoiceServices(bound: Bind) {
  return {
    list: bound(listInvoicePage),
    show: bound(showInvoice),
    pdf: bound(invoicePdf),
    csv: bound(invoiceCsv),
    link: bound(linkInvoice),
    signed: bound(signedInvoice),
    details: bound(billingDetails),
    setDetails: bound(setBillingDetails),
    month: bound(monthOf),
    monthPdf: bound(monthPdf),
  }
}

function logServices(bound: Bind) {
  return {
    reader: bound(logReader),
    list: bound(listLogPage),
    search: bound(searchLogs),
    stat: bound(logStat),
    histogram: bound(logHistogram),
    ofKey: bound(logsOfKey),
    tail: bound(tailLogs),
    walk: bound(walkLogs),
    newest: bound(newestLog),
    oldest: bound(oldestLog),
    remove: bound(removeLogs),
    retain: bound(retainLogs),
    ship: bound(shipLogs),
    moveMonths: bound(moveLogMonths),
    leave: bound(leaveLogs),
    storage: bound(logStorage),
  }
}
