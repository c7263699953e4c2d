/** The cookie in which a browser tells the zone of its clocks. */
export const zoneCookie = "quietzone-zone";
