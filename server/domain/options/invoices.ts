/** Invoices for what was paid, and whom they come from. */
import { NUMBER_FIELDS } from '../invoices/number'
import { MAX_TAX_RATE } from '../invoices/tax'
import { boolean, integer, section, string, stringWith, text, timeZone } from './option'

export const invoiceOptions = section('invoices', {
  InvoicesEnabled: boolean(false, { status: 'invoices_enabled', needs: ['InvoiceSellerName'] }),
  InvoiceSellerName: string(),
  InvoiceSellerAddress: text(),
  InvoiceSellerTaxId: string(),
  /** Stands below every invoice. */
  InvoiceNote: text(),
  InvoiceNumberFormat: stringWith(NUMBER_FIELDS, { default: 'INV-{year}-{number}' }),
  CreditNoteNumberFormat: stringWith(NUMBER_FIELDS, {
    default: 'CN-{year}-{number}',
    differsFrom: 'InvoiceNumberFormat',
  }),
  InvoiceTaxName: string({ default: 'VAT' }),
  /** Hundredths of a percent; prices include it. 0 for none. */
  InvoiceTaxRate: integer({ default: 0, min: 0, max: MAX_TAX_RATE }),
  /** Where days, months of statements and years of numbers begin. */
  InvoiceTimeZone: timeZone(),
})
