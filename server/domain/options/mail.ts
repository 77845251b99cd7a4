/** Outgoing mail. Port 465 is always TLS from the first byte. */
import { boolean, integer, secret, section, string } from './option'

export const mailOptions = section('mail', {
  SMTPServer: string(),
  SMTPPort: integer({ default: 587, min: 1, max: 65_535 }),
  SMTPAccount: string(),
  /** The account when empty. */
  SMTPFrom: string(),
  SMTPToken: secret(),
  SMTPSSLEnabled: boolean(false),
})
