/** Contents of `mailbox.json`, written once the mailbox listens. */
export interface MailboxServiceFile {
  pid: number;
  smtpPort: number;
  pagePort: number;
}
