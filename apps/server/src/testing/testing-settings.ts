/** For tests: the minimal production settings. */
export const PRODUCTION = {
  MARU_MODE: 'production',
  PUBLIC_URL: 'https://maru.example',
  KAKAO_CLIENT_ID: 'kakao-id',
  KAKAO_CLIENT_SECRET: 'kakao-secret',
  GOOGLE_CLIENT_ID: 'google-id',
  GOOGLE_CLIENT_SECRET: 'google-secret',
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'Maru <no-reply@maru.example>',
};
