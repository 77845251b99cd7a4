/** Usage log and dashboard figures. */
import { boolean, inert, integer, section, select } from './option'

export const logOptions = section('logs', {
  LogConsumeEnabled: boolean(true),
  /** Older rows are deleted every hour; 0 keeps them for ever. */
  LogRetentionDays: integer({ default: 0, min: 0, max: 36_500 }),
  /** Beyond this the oldest rows go; 0 sets no limit. */
  LogRetentionMegabytes: integer({ default: 0, min: 0, max: 100_000_000 }),
  /** Older days are read from ClickHouse, once it is proven to have them; 0 for none. */
  LogLocalDays: integer({ default: 0, min: 0, max: 36_500 }),
  /** On SQLite: past months leave the database for files of their own. */
  LogMonthFiles: boolean(false),
  /** Answers of Responses that no vendor keeps; 0 keeps none. OpenAI promises thirty days. */
  ResponseRetentionDays: integer({ default: 30, min: 0, max: 3_650 }),
  DataExportEnabled: boolean(true, { status: 'enable_data_export' }),
  /** Minutes. */
  DataExportInterval: inert('written_at_once', integer({ default: 5, min: 1, max: 1440 })),
  DataExportDefaultTime: select(['hour', 'day', 'week'], { status: 'data_export_default_time' }),
})
