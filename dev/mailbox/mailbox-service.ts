/** What the mailbox writes down once it listens, for who started it: `mailbox.json` in its folder. */
export interface MailboxServiceFile {
  pid: number;
  smtpPort: number;
  pagePort: number;
}
