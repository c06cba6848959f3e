/**
 * Lookup values of the RESO Data Dictionary, found from any spelling in use ("Active Under Contract",
 * "ActiveUnderContract", other case). Unknown values stay unchanged, because most lookups are open.
 */
const VALUES = {
  StandardStatus:
    'Active|Active Under Contract|Canceled|Closed|Coming Soon|Delete|Expired|Hold|Incomplete|Pending|Withdrawn',
  PropertyType:
    'Business Opportunity|Commercial Lease|Commercial Real Estate|Commercial Sale|Farm|Land|Manufactured In Park|' +
    'Residential|Residential Income|Residential Lease',
  PropertySubType:
    'Agriculture|Apartment|Boat Slip|Business|Cabin|Co-Ownership|Condominium|Deeded Parking|Duplex|Farm|' +
    'Hotel/Motel|Industrial|Manufactured Home|Manufactured On Land|Mixed Use|Mobile Home|Mobile Home Park|' +
    'Multi Family|Office|Own Your Own|Quadruplex|Ranch|Retail|Single Family Residence|Stock Cooperative|' +
    'Tenancy in Common|Timeshare|Townhouse|Triplex|Unimproved Land|Warehouse',
  StructureType:
    'Cabin|Dock|Duplex|Flex|Hotel/Motel|House|Industrial|Manufactured House|Mixed Use|Multi Family|None|Office|' +
    'Quadruplex|Retail|Townhouse|Triplex|Warehouse',
  CommonInterest: 'Community Apartment|Condominium|None|Planned Development|Stock Cooperative|Timeshare',
  ArchitecturalStyle:
    'A-Frame|Art Deco|Barndominium|Berm|Bungalow|Cabin|Cape Cod|Colonial|Contemporary|Craftsman|Creole|Dome|' +
    'Dutch Colonial|Farmhouse|Federal|French Provincial|Georgian|Gothic Revival|Greek Revival|Italianate|' +
    'Mediterranean|Mid-Century Modern|Modern|Monterey|National|Neoclassical|Other|Prairie|Pueblo|Queen Anne|' +
    'Raised Ranch|Ranch|Regency|Rustic|Saltbox|See Remarks|Shingle|Shotgun|Spanish|Split Level|Stick|' +
    'Traditional|Tudor|Victorian',
  PropertyCondition: 'Fixer|New Construction|To Be Built|Under Construction|Updated/Remodeled',
  DirectionFaces: 'East|North|Northeast|Northwest|South|Southeast|Southwest|West',
  Levels: 'Bi-Level|Multi/Split|One|One and One Half|Quad-Level|Three Or More|Tri-Level|Two',
  View:
    'Bay|Beach|Bridge(s)|Canal|Canyon|City|City Lights|Creek/Stream|Desert|Downtown|Forest|Garden|Golf Course|' +
    'Hills|Lake|Marina|Meadow|Mountain(s)|Neighborhood|None|Ocean|Orchard|Other|Panoramic|Park/Greenbelt|' +
    'Pasture|Pond|Pool|Ridge|River|Rural|See Remarks|Skyline|Territorial|Trees/Woods|Valley|Vineyard|Water',
  PoolFeatures:
    'Above Ground|Association|Black Bottom|Cabana|Community|Diving Board|ENERGY STAR Qualified pool pump|' +
    'Electric Heat|Fenced|Fiberglass|Filtered|Gas Heat|Gunite|Heated|In Ground|Indoor|Infinity|Lap|Liner|None|' +
    'Other|Outdoor Pool|Pool Cover|Pool Sweep|Pool/Spa Combo|Private|Salt Water|Screen Enclosure|See Remarks|' +
    'Solar Cover|Solar Heat|Sport|Tile|Vinyl|Waterfall',
  Cooling:
    'Attic Fan|Ceiling Fan(s)|Central Air|Chiller System|Common|Cooling Towers|Dual|Ductless|' +
    'ENERGY STAR Qualified Equipment|Electric|Electronic Air Filter|Evaporative Cooling|Exhaust Fan|Gas|' +
    'Geothermal|Heat Pump|Humidity Control|Multi Units|None|Office Area Only|Other|Partial|Roof Turbine(s)|' +
    'Separate Meters|Varies by Unit|Wall Unit(s)|Wall/Window Unit(s)|Whole House Fan|Window Unit(s)|Zoned',
  Heating:
    'Active Solar|Baseboard|Ceiling|Central|Coal|Coal Stove|Common|Dual Fuel|Ductless|' +
    'ENERGY STAR Qualified Equipment|ENERGY STAR/ACCA RSI Qualified Installation|Electric|' +
    'Electronic Air Filter|Exhaust Fan|Fireplace Insert|Fireplace(s)|Floor Furnace|Forced Air|Geothermal|' +
    'Gravity|Heat Pump|Hot Water|Humidity Control|Kerosene|Mini Split|Multiple Heating Units|Natural Gas|None|' +
    'Office Area Only|Oil|Other|Passive Solar|Pellet Stove|Propane|Propane Stove|Radiant|Radiant Ceiling|' +
    'Radiant Floor|See Remarks|Separate Meters|Solar|Space Heater|Steam|Varies by Unit|Wall Furnace|Wood|' +
    'Wood Stove|Zoned',
  Flooring:
    'Adobe|Bamboo|Brick|CRI Green Label Plus Certified Carpet|Carpet|Ceramic Tile|Clay|Combination|Concrete|' +
    'Cork|Dirt|Engineered Hardwood|FSC or SFI Certified Source Hardwood|FloorScore(r) Certified Flooring|' +
    'Granite|Hard Surface Flooring or Low Pile Carpet|Hardwood|Heavy Duty|Laminate|Linoleum|Luxury Vinyl|' +
    'Marble|None|Other|Painted/Stained|Parquet|Pavers|Plank|Reclaimed Wood|Reinforced Concrete|See Remarks|' +
    'Simulated Wood|Slate|Softwood|Stamped|Stone|Sustainable|Terrazzo|Tile|Travertine|Unfinished|Varies|' +
    'Vinyl|Wood',
  Appliances:
    'Bar Fridge|Built-In Electric Oven|Built-In Electric Range|Built-In Freezer|Built-In Gas Oven|' +
    'Built-In Gas Range|Built-In Range|Built-In Refrigerator|Convection Oven|Cooktop|Dishwasher|Disposal|' +
    'Double Oven|Down Draft|Dryer|ENERGY STAR Qualified Appliances|ENERGY STAR Qualified Dishwasher|' +
    'ENERGY STAR Qualified Dryer|ENERGY STAR Qualified Freezer|ENERGY STAR Qualified Refrigerator|' +
    'ENERGY STAR Qualified Washer|ENERGY STAR Qualified Water Heater|Electric Cooktop|Electric Oven|' +
    'Electric Range|Electric Water Heater|Exhaust Fan|Free-Standing Electric Oven|' +
    'Free-Standing Electric Range|Free-Standing Freezer|Free-Standing Gas Oven|Free-Standing Gas Range|' +
    'Free-Standing Range|Free-Standing Refrigerator|Freezer|Gas Cooktop|Gas Oven|Gas Range|Gas Water Heater|' +
    'Heat Pump Water Heater|Humidifier|Ice Maker|Indoor Grill|Induction Cooktop|Instant Hot Water|Microwave|' +
    'None|Other|Oven|Plumbed For Ice Maker|Portable Dishwasher|Propane Cooktop|Range|Range Hood|Refrigerator|' +
    'Refrigerator with Ice Maker|Self Cleaning Oven|Smart Appliance(s)|Solar Hot Water|' +
    'Stainless Steel Appliance(s)|Tankless Water Heater|Trash Compactor|Vented Exhaust Fan|Warming Drawer|' +
    'Washer|Washer/Dryer|Washer/Dryer Stacked|Water Heater|Water Purifier|Water Purifier Owned|' +
    'Water Purifier Rented|Water Softener|Water Softener Owned|Water Softener Rented|Wine Cooler|' +
    'Wine Refrigerator',
  InteriorFeatures:
    'Accessible Closets|Bar|Beamed Ceilings|Bidet|Bookcases|Breakfast Bar|Built-In Shower Chair|' +
    'Built-in Features|Cathedral Ceiling(s)|Cedar Closet(s)|Ceiling Fan(s)|Ceiling Track|Central Vacuum|' +
    'Chandelier|Coffered Ceiling(s)|Crown Molding|Double Hung Closet|Double Vanity|Dry Bar|Dumbwaiter|' +
    'Eat-in Kitchen|Elevator|Entrance Foyer|Grab Bars Around Toilet|Grab Bars in Shower or Tub|' +
    'Granite Counters|Hand-Held Shower Head|High Ceilings|High Speed Internet|His and Hers Closets|' +
    'In-Law Floorplan|Kitchen Island|Laminate Counters|Lift or Stair Chair|Low Flow Plumbing Fixtures|' +
    'Master Downstairs|Natural Woodwork|No Interior Steps|Open Floorplan|Other|Pantry|Recessed Lighting|' +
    'Roll-In Shower|Sauna|See Remarks|Smart Camera(s)/Recording|Smart Home|Smart Light(s)|' +
    'Smart Technology for Accessibility|Smart Thermostat|Soaking Tub|Solar Tube(s)|Sound System|' +
    'Stone Counters|Storage|Tile Counters|Track Lighting|Tray Ceiling(s)|Vaulted Ceiling(s)|' +
    'Walk-In Closet(s)|WaterSense Fixture(s)|Wet Bar|Wide Interior Halls and Doors|Wired for Data|' +
    'Wired for Sound',
  ExteriorFeatures:
    'Awning(s)|Balcony|Barbecue|Basketball Court|Boat Slip|Built-in Barbecue|Courtyard|Covered Courtyard|' +
    'Dock|Dog Run|Electric Grill|Entry Flat or Ramped Access|Fire Pit|Garden|Gas Grill|Gas Pumps|' +
    'Gray Water System|Irrigation Sprinklers|Kennel|Lighting|Misting System|Multiple Entry Flat or Ramped|' +
    'None|Other|Outdoor Grill|Outdoor Kitchen|Outdoor Shower|Permeable Paving|Playground|Pole Sign|' +
    'Private Entrance|Private Yard|RV Hookup|Rain Barrel/Cistern(s)|Rain Gutters|Roof Sign|' +
    'Smart Camera(s)/Recording|Smart Irrigation|Smart Light(s)|Smart Lock(s)|Storage|Tennis Court(s)|' +
    'Uncovered Courtyard',
  LaundryFeatures:
    'Accessible Utilities or Laundry|Common Area|Electric Dryer Hookup|Gas Dryer Hookup|In Basement|' +
    'In Bathroom|In Carport|In Garage|In Hall|In Kitchen|In Unit|Inside|Laundry Chute|Laundry Closet|' +
    'Laundry Room|Lower Level|Main Level|Multiple Locations|None|Other|Outside|See Remarks|Sink|Upper Level|' +
    'Washer Hookup',
  AccessibilityFeatures:
    'Accessible Approach with Ramp|Accessible Bedroom|Accessible Central Living Area|Accessible Closets|' +
    'Accessible Common Area|Accessible Doors|Accessible Electrical and Environmental Controls|' +
    'Accessible Elevator Installed|Accessible Entrance|Accessible Full Bath|Accessible Hallway(s)|' +
    'Accessible Kitchen|Accessible Kitchen Appliances|Accessible Stairway|Accessible Washer/Dryer|' +
    'Accessible for Hearing-Impairment|Adaptable Bathroom Walls|Adaptable For Elevator|Ceiling Track|' +
    'Central Living Area|Common Area|Customized Wheelchair Accessible|Electronic Environmental Controls|' +
    'Enhanced Accessible|Exterior Wheelchair Lift|Grip-Accessible Features|Reinforced Floors|' +
    'Safe Emergency Egress from Home|Smart Technology|Stair Lift|Standby Generator|Therapeutic Whirlpool|' +
    'Visitable|Visitor Bathroom|Walker-Accessible Stairs',
  SecurityFeatures:
    '24 Hour Security|Building Security|Carbon Monoxide Detector(s)|Closed Circuit Camera(s)|Fire Alarm|' +
    'Fire Escape|Fire Sprinkler System|Firewall(s)|Gated Community|Gated with Guard|Key Card Entry|None|' +
    'Other|Panic Alarm|Prewired|Secured Garage/Parking|Security Fence|Security Gate|Security Guard|' +
    'Security Lights|Security Service|Security System|Security System Leased|Security System Owned|' +
    'See Remarks|Smoke Detector(s)|Varies By Unit|Window Bars|Window Bars with Quick Release',
  TenantPays:
    'All Utilities|Association Fees|Cable TV|Common Area Maintenance|Electricity|Exterior Maintenance|' +
    'Gardener|Gas|Grounds Care|HVAC Maintenance|Hot Water|Insurance|Internet|Janitorial Service|Management|' +
    'None|Other|Other Tax|Parking Fee|Pest Control|Pool Maintenance|Repairs|Roof|Security|See Remarks|Sewer|' +
    'Snow Removal|Taxes|Telephone|Trash Collection|Water',
  ParkingFeatures:
    'Accessible Parking|Additional Parking|Aggregate|Alley Access|Asphalt|Assigned|Attached|Attached Carport|' +
    'Basement|Boat|Carport|Circular Driveway|Common|Community Structure|Concrete|Converted Garage|Covered|Deck|' +
    'Deeded|Detached|Detached Carport|Direct Access|Drive Through|Driveway|Electric Gate|' +
    'Electric Vehicle Charging Station(s)|Enclosed|Garage|Garage Door Opener|Garage Faces Front|' +
    'Garage Faces Rear|Garage Faces Side|Gated|Golf Cart Garage|Gravel|Guest|Heated Garage|Inside Entrance|' +
    'Kitchen Level|Leased|Lighted|Metered|No Garage|None|Off Site|Off Street|On Site|On Street|Open|Other|' +
    'Outside|Oversized|Parking Lot|Parking Pad|Paved|Paver Block|Permit Required|Private|RV Access/Parking|' +
    'RV Carport|RV Garage|RV Gated|Secured|See Remarks|Shared Driveway|Side By Side|Storage|Tandem|Unassigned|' +
    'Underground|Unpaved|Valet|Varies by Unit|Workshop in Garage',
  FeeFrequency:
    'Annually|Bi-Monthly|Bi-Weekly|Daily|Monthly|One Time|Quarterly|Seasonal|Semi-Annually|Semi-Monthly|Weekly',
  AssociationFeeIncludes:
    'Cable TV|Earthquake Insurance|Electricity|Gas|Insurance|Internet|Maintenance Grounds|' +
    'Maintenance Structure|Pest Control|Security|Sewer|Snow Removal|Trash|Utilities|Water',
  AssociationAmenities:
    'Airport/Runway|Barbecue|Basketball Court|Beach Access|Beach Rights|Billiard Room|Boat Dock|Boat Slip|' +
    'Boating|Cabana|Cable TV|Car Wash Area|Clubhouse|Coin Laundry|Concierge|Day Care|Dog Park|Dry Dock|' +
    'Electricity|Elevator(s)|Exercise Course|Fitness Center|Game Court Exterior|Game Court Interior|' +
    'Game Room|Gas|Gated|Golf Course|Hot Water|Indoor Pool|Insurance|Jogging Path|Landscaping|Laundry|' +
    'Maid service|Maintenance|Maintenance Grounds|Maintenance Structure|Management|Marina|Meeting Room|None|' +
    'Other|Park|Parking|Party Room|Picnic Area|Playground|Pond Seasonal|Pond Year Round|Pool|' +
    'Powered Boats Allowed|RV Parking|RV/Boat Storage|Racquetball|Recreation Facilities|Recreation Room|' +
    'Roof Deck|Sauna|Security|Service Elevator(s)|Shuffleboard Court|Ski Accessible|Snow Removal|Spa/Hot Tub|' +
    'Sport Court|Stable(s)|Storage|Stream Seasonal|Stream Year Round|Taxes|Tennis Court(s)|Trail(s)|Trash|' +
    'Water|Workshop Area',
  CommunityFeatures:
    'Airport/Runway|Clubhouse|Curbs|Fishing|Fitness Center|Gated|Golf|Lake|None|Other|Park|Pickleball|' +
    'Playground|Pool|Racquetball|Restaurant|Sidewalks|Stable(s)|Street Lights|Suburban|Tennis Court(s)',
  SpecialListingConditions:
    'Auction|Bankruptcy Property|Conservatorship|HUD Owned|In Foreclosure|Notice Of Default|Probate Listing|' +
    'Real Estate Owned|Short Sale|Standard|Third Party Approval|Trust',
  ListingTerms:
    '1031 Exchange|All Inclusive Trust Deed|Assumable|Cash|Contract|Conventional|Existing Bonds|FHA|' +
    'Land Use Fee|Lease Back|Lease Option|Lease Purchase|Lien Release|Owner May Carry|Owner Pay Points|' +
    'Owner Will Carry|Private Financing Available|Relocation Property|Seller Equity Share|Special Funding|' +
    'Submit|Trade|Trust Conveyance|Trust Deed|USDA Loan|VA Loan',
  LeaseTerm:
    '12 Months|24 Months|3 Months|6 Months|9 Months|Month To Month|Negotiable|None|Other|Renewal Option|' +
    'Short Term Lease|Weekly',
  Furnished: 'Furnished|Negotiable|Partially|Unfurnished',
  PetsAllowed: 'Birds OK|Breed Restrictions|Call|Cats OK|Dogs OK|No|Number Limit|See Remarks|Size Limit|Yes',
  RentIncludes:
    'All Utilities|Cable TV|Electricity|Gardener|Gas|Internet|Management|None|Other|See Remarks|Sewer|' +
    'Trash Collection|Water',
  ConstructionMaterials:
    'Adobe|Aluminum Siding|Asbestos|Asphalt|Attic/Crawl Hatchway(s) Insulated|Batts Insulation|Block|' +
    'Blown-In Insulation|Board & Batten Siding|Brick|Brick Veneer|Cedar|Cement Siding|Clapboard|' +
    'Composite Siding|Concrete|Ducts Professionally Air-Sealed|Exterior Duct-Work is Insulated|' +
    'Fiber Cement|Fiberglass Siding|Foam Insulation|Frame|Glass|HardiPlank Type|ICAT Recessed Lighting|' +
    'ICFs (Insulated Concrete Forms)|Lap Siding|Log|Log Siding|Low VOC Insulation|Masonite|Metal Siding|' +
    'Natural Building|Other|Plaster|Radiant Barrier|Rammed Earth|Recycled/Bio-Based Insulation|' +
    'Redwood Siding|SIPs (Structural Insulated Panels System)|See Remarks|Shake Siding|Shingle Siding|' +
    'Slump Block|Spray Foam Insulation|Steel Frame|Steel Siding|Stone|Stone Veneer|Straw|Stucco|' +
    'Synthetic Stucco|Unknown|Vertical Siding|Vinyl Siding|Wood Siding',
  Roof:
    'Aluminum|Asbestos Shingle|Asphalt|Bahama|Barrel|Bituthene|Built-Up|Composition|Concrete|Copper|' +
    'Corrugated Steel|Elastomeric|Fiberglass|Flat|Flat Tile|Foam|Green Roof|Insulated|Mansard|Membrane|' +
    'Metal|Mixed|None|Other|Pitched|Ridge Vents|Rolled/Hot Mop|Rubber|See Remarks|Shake|Shingle|Slate|' +
    'Spanish Tile|Steel Deck|Steel Joist|Steel Truss|Stone|Synthetic|Tar/Gravel|Tile|Tin|Wood|' +
    'Wood Rafters',
  FoundationDetails:
    'Block|Brick/Mortar|Combination|Concrete Perimeter|None|Other|Permanent|Pillar/Post/Pier|' +
    'Poured Concrete|Raised|See Remarks|Slab|Stone',
  Basement:
    'Apartment|Bath/Stubbed|Block|Concrete|Crawl Space|Daylight|Dirt Floor|Exterior Entry|Finished|' +
    'French Drain|Full|Full Exposure|Interior Entry|No Exposure|None|Other|Partial|' +
    'Partial Exposure|Partially Finished|Storage Space|Sump Pump|Unfinished|Walk-Out Access|' +
    'Walk-Up Access',
  WindowFeatures:
    'Aluminum Frames|Bay Window(s)|Blinds|Display Window(s)|Double Pane Windows|Drapes|' +
    'ENERGY STAR Qualified Windows|Garden Window(s)|Insulated Windows|Low Emissivity Windows|' +
    'Low-Emissivity Windows|Plantation Shutters|Screens|Shutters|Skylight(s)|Solar Screens|' +
    'Storm Window(s)|Tinted Windows|Triple Pane Windows|Window Coverings|Window Treatments|Wood Frames',
  DoorFeatures:
    'ENERGY STAR Qualified Doors|French Doors|Levered or Graspable Door Handles|Mirrored Closet Door(s)|' +
    'Remote Controlled Doors|Sliding Doors|Storm Door(s)|Wide Doors',
  CommonWalls: '1 Common Wall|2+ Common Walls|End Unit|No Common Walls|No One Above|No One Below',
  LotFeatures:
    'Agricultural|Back Yard|Bluff|City Lot|Cleared|Close to Clubhouse|Corner Lot|Corners Marked|' +
    'Cul-De-Sac|Desert Back|Desert Front|Farm|Few Trees|Flag Lot|Front Yard|Garden|Gentle Sloping|' +
    'Greenbelt|Interior Lot|Irregular Lot|Lake on Lot|Landscaped|Level|Many Trees|Meadow|Native Plants|' +
    'Near Golf Course|Near Public Transit|On Golf Course|Open Lot|Orchard(s)|Other|Pasture|Paved|' +
    'Pie Shaped Lot|Pond on Lot|Private|Rectangular Lot|Rock Outcropping|Rolling Slope|Secluded|' +
    'See Remarks|Sloped|Sloped Down|Sloped Up|Split Possible|Sprinklers In Front|Sprinklers In Rear|' +
    'Steep Slope|Subdivided|Views|Waterfall|Waterfront|Wetlands|Wooded|Zero Lot Line',
  Fencing:
    'Back Yard|Barbed Wire|Block|Brick|Chain Link|Cross Fenced|Electric|Fenced|Front Yard|Full|Gate|' +
    'Invisible|Masonry|None|Other|Partial|Partial Cross|Perimeter|Pipe|Privacy|Security|See Remarks|' +
    'Slump Stone|Split Rail|Stone|Vinyl|Wire|Wood|Wrought Iron',
  PatioAndPorchFeatures:
    'Awning(s)|Covered|Deck|Enclosed|Front Porch|Glass Enclosed|None|Other|Patio|Porch|Rear Porch|' +
    'Screened|See Remarks|Side Porch|Terrace|Wrap Around',
  SpaFeatures: 'Above Ground|Bath|Community|Fiberglass|Gunite|Heated|In Ground|None|Private|See Remarks',
  WaterfrontFeatures:
    'Bay Access|Bayfront|Beach Access|Beach Front|Canal Access|Canal Front|Creek|Lagoon|Lake|Lake Front|' +
    'Lake Privileges|Marina in Community|Navigable Water|Ocean Access|Ocean Front|Pond|River Access|' +
    'River Front|Seawall|Stream|Waterfront',
  Vegetation:
    'Brush|Cleared|Crop(s)|Grassed|Heavily Wooded|Natural State|Other|Partially Wooded|See Remarks|Wooded',
  FrontageType:
    'Bay/Harbor|Golf Course|Lagoon/Estuary|Lakefront|Oceanfront|Other|River|See Remarks|Waterfront',
  RoadFrontageType:
    'Alley|City Street|County Road|Curbs and Gutters|Easement|Freeway|Highway|Interchange|Interstate|' +
    'None|Other|Private Road|See Remarks|Sidewalks|State Highway|State Road|Unimproved',
  RoadSurfaceType:
    'Alley Paved|Asphalt|Chip And Seal|Concrete|Dirt|Gravel|None|Other|Paved|See Remarks|Unimproved',
  RoadResponsibility: 'Private Maintained Road|Public Maintained Road|Road Maintenance Agreement',
  HorseAmenities:
    'Arena|Barn|Boarding Facilities|Corral(s)|Hay Storage|Indoor Arena|None|Other|Outdoor Arena|Paddocks|' +
    'Palpation Chute|Pasture|Riding Trail|Round Pen|See Remarks|Shaving Bin|Stable(s)|Tack Room|' +
    'Trailer Storage|Wash Rack',
  CurrentOrPossibleUse:
    'Agricultural|Automotive|Cattle|Commercial|Dairy|Development|Farm|Fishery|Grazing|' +
    'Highway/Tourist Service|Horses|Hunting|Industrial|Investment|Livestock|Manufactured Home|' +
    'Medical/Dental|Mini Storage|Mixed Use|Multi-Family|Nursery|Office|Orchard|Other|Pasture|' +
    'Place of Worship|Plantable|Poultry|Ranch|Recreational|Residential|Retail|Row Crops|See Remarks|' +
    'Single Family|Subdevelopment|Subdivision|Timber|Tree Farm|Unimproved|Vacant|Vineyard|Warehouse',
  DevelopmentStatus:
    'Completed|Finished Lot(s)|Other|Proposed|Raw Land|Rough Grade|See Remarks|Site Plan Approved|' +
    'Site Plan Filed|Under Construction',
  FireplaceFeatures:
    'Basement|Bath|Bedroom|Blower Fan|Circulating|Decorative|Den|Dining Room|Double Sided|' +
    'EPA Certified Wood Stove|EPA Qualified Fireplace|Electric|Factory Built|Family Room|Fire Pit|' +
    'Free Standing|Gas|Gas Log|Gas Starter|Glass Doors|Great Room|Heatilator|Insert|Kitchen|Library|' +
    'Living Room|Masonry|Master Bedroom|Metal|None|Other|Outside|Pellet Stove|Propane|Raised Hearth|' +
    'Recreation Room|Sealed Combustion|See Remarks|See Through|Stone|Ventless|Wood Burning|' +
    'Wood Burning Stove|Zero Clearance',
  OtherEquipment:
    'Air Purifier|Call Listing Agent|Compressor|DC Well Pump|Dehumidifier|Farm Equipment|Fuel Tank(s)|' +
    'Generator|Home Theater|Intercom|Irrigation Equipment|List Available|Livestock Equipment|Negotiable|' +
    'None|Orchard Equipment|Other|Rotary Antenna|Satellite Dish|TV Antenna|Varies by Unit',
  Sewer:
    'Aerobic Septic|Cesspool|Engineered Septic|Holding Tank|Lagoon|Mound Septic|None|Other|' +
    'Perc Test On File|Perc Test Required|Private Sewer|Public Sewer|Septic Needed|Septic Tank|' +
    'Shared Septic|Storm Sewer|Unknown',
  WaterSource: 'Cistern|None|Other|Private|Public|See Remarks|Shared Well|Spring|Well',
  Utilities:
    'Cable Available|Cable Connected|Cable Not Available|Electricity Available|Electricity Connected|' +
    'Electricity Not Available|Natural Gas Available|Natural Gas Connected|Natural Gas Not Available|' +
    'None|Other|Phone Available|Phone Connected|Phone Not Available|Propane|See Remarks|Sewer Available|' +
    'Sewer Connected|Sewer Not Available|Underground Utilities|Water Available|Water Connected|' +
    'Water Not Available',
  Electric:
    '100 Amp Service|150 Amp Service|200+ Amp Service|220 Volts|220 Volts For Spa|220 Volts in Garage|' +
    '220 Volts in Kitchen|220 Volts in Laundry|220 Volts in Workshop|440 Volts|Battery Backup|' +
    'Circuit Breakers|Energy Storage Device|Fuses|Generator|Net Meter|Photovoltaics Seller Owned|' +
    'Photovoltaics Third-Party Owned|Pre-Wired for Renewables|Ready for Renewables|Underground|' +
    'Wind Turbine Seller Owned|Wind Turbine Third-Party Owned',
  PowerProductionType: 'Photovoltaics|Wind',
  GreenEnergyEfficient:
    'Appliances|Construction|Doors|Exposure/Shade|HVAC|Incentives|Insulation|Lighting|Roof|Thermostat|' +
    'Water Heater|Windows',
  GreenEnergyGeneration: 'Solar|Wind',
  GreenWaterConservation:
    'Efficient Hot Water Distribution|Gray Water System|Green Infrastructure|Low-Flow Fixtures|' +
    'Water Recycling|Water-Smart Landscaping',
  ExistingLeaseType:
    'Absolute Net|CPI Adjustment|Escalation Clause|Full Service|Gross|Ground Lease|Modified Gross|' +
    'Modified Net|NN|NNN|Net|Oral|Sublease|Unknown',
  OwnerPays:
    'All Utilities|Association Fees|Cable TV|Common Area Maintenance|Electricity|Exterior Maintenance|' +
    'Gardener|Gas|Grounds Care|HVAC Maintenance|Hot Water|Insurance|Internet|Janitorial Service|' +
    'Management|None|Other|Other Tax|Parking Fee|Pest Control|Pool Maintenance|Repairs|Roof Maintenance|' +
    'Security|See Remarks|Sewer|Snow Removal|Taxes|Telephone|Trash Collection|Water',
  IncomeIncludes: 'Laundry|Parking|RV Storage|Recreation|Rent Only|Storage',
  OperatingExpenseIncludes:
    'Accounting|Advertising|Association|Cable TV|Capital Improvements|Depreciation|Equipment Rental|Fuel|' +
    'Furniture Replacement|Gardener|Insurance|Legal|Licenses|Maintenance|Maintenance Grounds|' +
    'Maintenance Structure|Manager|Mortgage/Loans|New Tax|Other|Parking|Pest Control|Pool/Spa|' +
    'Professional Management|Security|Snow Removal|Staff|Supplies|Trash|Utilities|Vacancy Allowance|' +
    'Water/Sewer|Workmans Compensation',
  BodyType: 'Double Wide|Expando|Other|Quad Wide|See Remarks|Single Wide|Triple Wide',
  Skirt:
    'Aluminum|Block|Brick|Combination|Concrete|Fiberglass|Frame|Glass|Masonite|Metal|None|Other|Steel|' +
    'Stone|Stucco|Synthetic|Unknown|Vinyl|Wood',
  TaxStatusCurrent: 'Personal|Personal And Real|Real',
  MoveInCosts:
    'Administration Fee|Application Fee|Association Deposit|Cleaning Fee|First Month Rent|' +
    'Last Month Rent|Other|Pet Deposit|Security Deposit',
  Possession:
    'Close Of Escrow|Close Plus 1 Day|Close Plus 2 Days|Close Plus 3 Days|Close Plus 3 to 5 Days|' +
    'Close Plus 30 Days|Negotiable|Other|Rental Agreement|See Remarks|Seller Rent Back|' +
    'Subject To Tenant Rights',
  RoomType:
    'Basement|Bathroom|Bathroom 1|Bathroom 2|Bathroom 3|Bathroom 4|Bathroom 5|Bedroom|Bedroom 1|' +
    'Bedroom 2|Bedroom 3|Bedroom 4|Bedroom 5|Bonus Room|Den|Dining Room|Exercise Room|Family Room|' +
    'Game Room|Great Room|Gym|Kitchen|Laundry|Library|Living Room|Loft|Master Bathroom|Master Bedroom|' +
    'Media Room|Office|Sauna|Utility Room|Workshop',
  UnitTypeType:
    "1 Bedroom|2 Bedroom|3 Bedroom|4 Bedroom Or More|Apartments|Efficiency|Loft|Manager's Unit|Penthouse|" +
    'Studio',
  AreaUnits: 'Acres|Square Feet|Square Meters',
  AreaSource: 'Appraiser|Assessor|Builder|Estimated|Other|Owner|Plans|Public Records|See Remarks',
  MediaCategory:
    'Agent Photo|Branded Virtual Tour|Document|Floor Plan|Office Logo|Office Photo|Photo|' +
    'Unbranded Virtual Tour|Video',
  MediaStatus: 'Complete|Deleted|Incomplete|Processing|Rejected',
  MediaAlteration:
    'Decluttered - Item Removed|Model Home|None|Other Media Modification|Twilight Conversion|' +
    'Virtual Enhancements|Virtual Renovation|Virtual Representation - To Be Built|' +
    'Virtual Representation - Under Construction|Virtual Staging - Item Addition',
  Permission: 'Agent Only|Firm Only|IDX|Office Only|Private|Public|VOW',
  OccupantType: 'Owner|Tenant|Vacant',
  FeedTypes: 'BBO|IDX|PDAP|VOW',
  OngoingFees: 'HOA Fee|Other|Parking Fee|Pet Fee',
  OpenHouseType: 'Broker|Livestream Broker|Livestream Public|Office|Public',
  OpenHouseStatus: 'Active|Canceled|Ended',
} as const;

export type LookupName = keyof typeof VALUES;

/** Legacy member names that differ from the value's letters, and frequent misspellings. */
const OTHER_SPELLINGS: Partial<Record<LookupName, Record<string, string>>> = {
  StandardStatus: { Cancelled: 'Canceled', Deleted: 'Delete' },
  PropertyType: {
    Business: 'Business Opportunity',
    Commercial: 'Commercial Sale',
    'Commercial/Industrial': 'Commercial Sale',
    'Commercial Rental': 'Commercial Lease',
  },
  PropertySubType: {
    'Boat Dock': 'Boat Slip',
    'Co-op': 'Stock Cooperative',
    Cooperative: 'Stock Cooperative',
    Dockominium: 'Boat Slip',
    Parking: 'Deeded Parking',
    'Parking Space': 'Deeded Parking',
    'Garage/Parking': 'Deeded Parking',
  },
  Flooring: { FloorScoreCertifiedFlooring: 'FloorScore(r) Certified Flooring' },
  ListingTerms: { Exchange1031: '1031 Exchange' },
  SecurityFeatures: { TwentyFourHourSecurity: '24 Hour Security' },
  LeaseTerm: {
    TwelveMonths: '12 Months',
    TwentyFourMonths: '24 Months',
    ThreeMonths: '3 Months',
    SixMonths: '6 Months',
    NineMonths: '9 Months',
  },
  OpenHouseStatus: { Cancelled: 'Canceled' },
  AreaUnits: { SqFt: 'Square Feet', SF: 'Square Feet', SqM: 'Square Meters', Acre: 'Acres' },
};

/** Exact spellings are looked up directly, others by a signature that both official spellings share. */
const TABLES = new Map<LookupName, { exact: Map<string, string>; similar: Map<string, string> }>();
for (const [name, values] of Object.entries(VALUES) as [LookupName, string][]) {
  const exact = new Map(values.split('|').map((value) => [value, value]));
  const similar = new Map(values.split('|').map((value) => [signature(value), value]));
  for (const [spelling, value] of Object.entries(OTHER_SPELLINGS[name] ?? {})) {
    similar.set(signature(spelling), value);
  }
  TABLES.set(name, { exact, similar });
}

export function findLookup(name: LookupName, text: string): string | undefined {
  const table = TABLES.get(name);
  return table?.exact.get(text) ?? table?.similar.get(signature(text));
}

function signature(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

export function isLookupName(name: string): name is LookupName {
  return Object.hasOwn(VALUES, name);
}
